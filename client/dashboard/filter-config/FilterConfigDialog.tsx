import { useState } from 'react'
import { withAddedFilter, type FilterDraft, filtersToSave, firstInvalidFilter } from '../filters/filter-draft.ts'
import { FiltersChanged, saveFilters } from '../filters/save-filters.ts'
import type { FilterOpening } from '../state/hydrate.ts'
import { useDashboardStore } from '../state/store.ts'
import styles from './filter-config.module.css'
import { FilterEntries } from './FilterEntries.tsx'
import { FilterForm } from './FilterForm.tsx'
import { type ChangeDraft, useFilterDraft } from './use-filter-draft.ts'
import { DiscardPrompt, type QuestionProps, useDiscardConfirmation } from '#controls/shared/DiscardPrompt.tsx'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { useHasDrawers, useIsShort } from '#ui/tokens/viewport-hooks.ts'

function initializeDraft({ selected, added: fresh }: FilterOpening) {
  return (draft: FilterDraft): FilterDraft =>
    fresh ? withAddedFilter(draft, fresh) : selected ? { ...draft, selected } : draft
}

interface SaveState {
  readonly state: 'idle' | 'saving' | 'fail'
  readonly conflict?: FiltersChanged | undefined
}

function useSaving(draft: FilterDraft, onSaved: () => void) {
  const store = useDashboardStore()
  const [saving, setSaving] = useState<SaveState>({ state: 'idle' })
  const save = (isForced: boolean) => {
    setSaving({ state: 'saving' })
    saveFilters(store, filtersToSave(draft, store.getState().layout), isForced).then(onSaved, (error: unknown) =>
      // A failure needs no other report: the input stays and can be saved again.
      setSaving({ state: 'fail', conflict: error instanceof FiltersChanged ? error : undefined }),
    )
  }
  return { saving, save, forget: () => setSaving({ state: 'idle' }) }
}

interface DialogActionsProps {
  readonly isSaving: boolean
  readonly onLeave: () => void
  readonly onSave: () => void
}

function DialogActions({ isSaving, onLeave, onSave }: DialogActionsProps) {
  return (
    <>
      <Button onPress={onLeave}>{t('Cancel')}</Button>
      <Button isWrite variant="primary" isPending={isSaving} onPress={onSave}>
        {t('Save')}
      </Button>
    </>
  )
}

interface WorkProps {
  readonly draft: FilterDraft
  readonly change: ChangeDraft
  readonly isStrict: boolean
  readonly saveState: string
}

/** The list next to the form; on narrow windows, one at a time. */
function Work({ draft, change, isStrict, saveState }: WorkProps) {
  const isLow = [useIsShort(), useHasDrawers()].every(Boolean)
  const [isListing, showList] = useState(draft.selected === undefined)
  const invalid = isStrict ? draft.selected : undefined
  const [shownInvalid, setShownInvalid] = useState(invalid)
  // Show the filter that prevents saving.
  if (invalid !== shownInvalid) {
    setShownInvalid(invalid)
    if (isStrict) showList(false)
  }
  const form = <FilterForm draft={draft} change={change} isStrict={isStrict} />
  if (!isLow)
    return (
      <div className={styles['dialog']} data-save={saveState}>
        <FilterEntries draft={draft} change={change} />
        <div className={styles['form']}>{form}</div>
      </div>
    )
  if (isListing)
    return (
      <div className={styles['step']} data-save={saveState}>
        <FilterEntries draft={draft} change={change} onOpen={() => showList(false)} />
      </div>
    )
  return (
    <div className={styles['step']} data-save={saveState}>
      <div className={styles['form']}>
        <Button size="sm" variant="quiet" icon="chevron-left" onPress={() => showList(true)}>
          {t('All filters')}
        </Button>
        {form}
      </div>
    </div>
  )
}

interface Props {
  readonly opening: FilterOpening
  readonly onClose: () => void
}

/** The filter configuration dialog: the filters of the dashboard, their order, settings and scopes. */
export function FilterConfigDialog({ opening, onClose }: Props) {
  const { draft, change, isChanged, startOver } = useFilterDraft(initializeDraft(opening))
  const [isStrict, setStrict] = useState(false)
  const { saving, save, forget } = useSaving(draft, onClose)
  const { conflict } = saving
  const onSave = () => {
    const invalidFilter = firstInvalidFilter(draft)
    if (invalidFilter === undefined) return save(false)
    setStrict(true)
    change((now) => ({ ...now, selected: invalidFilter }))
  }
  const { leave, question: leaving } = useDiscardConfirmation(isChanged, onClose)
  const takeTheirs = () => {
    startOver(conflict?.theirs ?? [])
    forget()
  }
  const question: QuestionProps | undefined = conflict
    ? {
        text: t('Someone else has changed the filters of this dashboard in the meantime.'),
        keep: t('Take theirs'),
        onKeep: takeTheirs,
        lose: t('Overwrite with mine'),
        onLose: () => save(true),
      }
    : leaving
  return (
    <Modal
      title={t('Add and edit filters')}
      isOpen
      onClose={leave}
      size="gallery"
      isFullHeight
      isFlush
      isMaskClosable={false}
      footer={
        question ? (
          <DiscardPrompt {...question} />
        ) : (
          <DialogActions isSaving={saving.state === 'saving'} onLeave={leave} onSave={onSave} />
        )
      }
    >
      <Work draft={draft} change={change} isStrict={isStrict} saveState={saving.state} />
    </Modal>
  )
}
