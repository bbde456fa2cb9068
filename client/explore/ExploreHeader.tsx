import { useEffect, useState } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import { useStore } from 'zustand'
import { createExplorePermalink } from '#calls/permalinks.ts'
import { browserStorage } from '#client/session/storage.ts'
import { copyLink } from '#client/shell/copy-link.ts'
import { CertificationMarks } from '#client/properties/CertificationMarks.tsx'
import { type DraftAutosave, DraftStatus } from '#client/shell/DraftStatus.tsx'
import { FavoriteStar } from '#client/shell/FavoriteStar.tsx'
import { t, tn } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { HeaderMenu } from './HeaderMenu.tsx'
import { autosaveDraft } from './state/autosaved-draft.ts'
import { inUndoGroup } from './state/undo-groups.ts'
import { changesOf } from './state/stale-result.ts'
import { actions, type ExploreState, useExplore, useExploreStore } from './state/store.ts'

const ChangesDialog = onDemand(async () => (await import('./ChangesDialog.tsx')).ChangesDialog)

interface Props {
  readonly back: { readonly href: string; readonly title: string } | null
  readonly onSave: (asCopy: boolean) => void
  readonly onHelp: () => void
}

function Undo() {
  const store = useExploreStore()
  const { undo, redo } = store.temporal.getState()
  const canUndo = useStore(store.temporal, ({ pastStates }) => pastStates.length > 0)
  const canRedo = useStore(store.temporal, ({ futureStates }) => futureStates.length > 0)
  return (
    <>
      <IconButton icon="undo" label={t('Undo')} isDisabled={!canUndo} onPress={() => undo()} />
      <IconButton icon="redo" label={t('Redo')} isDisabled={!canRedo} onPress={() => redo()} />
    </>
  )
}

function HeaderActions({ onSave, onHelp }: Pick<Props, 'onSave' | 'onHelp'>) {
  const store = useExploreStore()
  const canAdd = useExplore((state) => state.can_add)
  return (
    <>
      <Undo />
      <Button
        icon="share"
        isIconOnNarrow
        onPress={() => void copyLink(() => createExplorePermalink(store.getState().form))}
      >
        {t('Share')}
      </Button>
      {canAdd && (
        <Button isWrite variant="primary" icon="save" isIconOnNarrow onPress={() => onSave(false)}>
          {t('Save')}
        </Button>
      )}
      <HeaderMenu onCopy={() => onSave(true)} onHelp={onHelp} />
    </>
  )
}

/** Returns the number of changes to a saved chart. */
const countChanges = ({ slice, saved, form, title, savedTitle }: ExploreState): number =>
  slice === null ? 0 : changesOf(saved, form).length + (title === savedTitle ? 0 : 1)

/** Marks the chart as changed; a press lists the changes. */
function Altered() {
  const [isOpen, setOpen] = useState(false)
  const changes = useExplore(countChanges)
  const isShown = changes > 0
  useEffect(() => {
    if (isShown) ChangesDialog.fetch()
  }, [isShown])
  if (!isShown) return null
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        icon="edit"
        tooltip={tn('%s change', '%s changes', changes, changes)}
        onPress={() => setOpen(true)}
      >
        {t('Altered')}
      </Button>
      {isOpen && <ChangesDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Saves drafts, and says when the last one was saved. */
function Draft() {
  const store = useExploreStore()
  const [autosave, setAutosave] = useState<DraftAutosave>({ isStored: true, savedAt: undefined })
  useEffect(() => autosaveDraft(store, browserStorage(), Date.now, setAutosave), [store])
  return <DraftStatus {...autosave} />
}

/** The header of Explore: chart name, changes and actions. */
export function ExploreHeader({ back, onSave, onHelp }: Props) {
  const store = useExploreStore()
  const slice = useExplore((state) => state.slice)
  const title = useExplore((state) => state.title)
  return (
    <PageHeader
      isTallOnNarrow
      start={slice ? <FavoriteStar kind="chart" id={slice.id} name={slice.slice_name} /> : undefined}
      title={
        <TextField
          ariaLabel={t('Chart name')}
          placeholder={t('Add the name of the chart')}
          value={title}
          onChange={(next) => inUndoGroup(store, 'title', () => actions.setTitle(store, next))}
          maxLength={250}
        />
      }
      meta={
        <>
          <CertificationMarks
            certifiedBy={slice?.certified_by}
            details={slice?.certification_details}
            isManaged={slice?.is_managed_externally}
            home={slice?.external_url}
          />
          <Altered />
          {back && <TextLink href={back.href}>{t('Back to %s', back.title)}</TextLink>}
        </>
      }
      status={<Draft />}
      actions={<HeaderActions onSave={onSave} onHelp={onHelp} />}
    />
  )
}
