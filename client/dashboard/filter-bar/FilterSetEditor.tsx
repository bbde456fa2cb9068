import { useEffect, useState } from 'react'
import { filterActions } from '../state/filter-actions.ts'
import { filterSetOf, identicalSet, nameProblem, filterSetContents, masksOfFilterSet } from '../filters/filter-sets.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './filter-sets.module.css'
import type { FilterSets } from './use-filter-sets.ts'
import { updateFilterSet } from '#calls/filter-sets.ts'
import type { FilterSetResponse } from '#core/rest/filter-set.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { TextField } from '#ui/base/TextField.tsx'

interface Props {
  readonly set: FilterSetResponse
  readonly filterSets: FilterSets
  readonly onClose: () => void
}

/** A filter set in edit mode: its name, and its values through the filters below. */
export function FilterSetEditor({ set, filterSets, onClose }: Props) {
  const store = useDashboardStore()
  const { filters, masks, selected, info } = useDashboard((state) => state)
  const [name, setName] = useState(set.name)
  useEffect(() => {
    store.setState((state) => ({ selected: masksOfFilterSet(filterSetContents(set), state.filters, state.selected) }))
    actions.apply(store)
  }, [store, set])
  const { sets, saving, save } = filterSets
  const isWaiting = filterActions(filters, selected, masks).canApply
  const params = filterSetOf(filters, masks)
  const twin = identicalSet(sets, params, set.id)
  const problem = nameProblem(sets, name, set.id)
  const why = isWaiting
    ? t('Please apply filter changes')
    : problem === 'taken'
      ? t('Another filter set has this name')
      : twin
        ? t('This filter set is identical to: %s', twin.name)
        : undefined
  const onSave = () =>
    void save(() => updateFilterSet(info.id, set.id, { name: name.trim(), params })).then(
      (isDone) => isDone && onClose(),
    )
  return (
    <section className={styles['edited']} aria-label={t('Editing filter set:')} data-save={saving}>
      <TextField label={t('Editing filter set:')} value={name} onChange={setName} maxLength={500} autoFocus />
      {why && (
        <p className={styles['quiet']} role="status">
          {why}
        </p>
      )}
      <div className={styles['acts']}>
        <Button size="sm" onPress={onClose}>
          {t('Cancel')}
        </Button>
        <Button
          size="sm"
          variant="primary"
          isWrite
          isDisabled={isWaiting || problem !== undefined || twin !== undefined}
          isPending={saving === 'saving'}
          onPress={onSave}
        >
          {t('Save')}
        </Button>
      </div>
    </section>
  )
}
