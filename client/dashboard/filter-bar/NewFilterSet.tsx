import { useState } from 'react'
import { filterSetOf, identicalSet, nameProblem } from '../filters/filter-sets.ts'
import { canConfigureFilters } from '../filters/filter-targets.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './filter-sets.module.css'
import type { FilterSets } from './use-filter-sets.ts'
import { createFilterSet } from '#calls/filter-sets.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { TextField } from '#ui/base/TextField.tsx'

interface Props {
  readonly filterSets: FilterSets
  readonly onCreated: (name: string) => void
}

function Form({ filterSets, onCreated, onClose }: Props & { readonly onClose: () => void }) {
  const store = useDashboardStore()
  const info = useDashboard((state) => state.info)
  const filters = useDashboard((state) => state.filters)
  const masks = useDashboard((state) => state.masks)
  const [name, setName] = useState(t('New filter set'))
  const [isShared, setShared] = useState(false)
  const { sets, saving, save } = filterSets
  const problem = nameProblem(sets, name)
  const twin = identicalSet(sets, filterSetOf(filters, masks))
  const isDisabled = problem !== undefined || twin !== undefined
  const create = () => {
    const state = store.getState()
    const params = filterSetOf(state.filters, state.masks)
    const owner = isShared
      ? ({ owner_type: 'Dashboard', owner_id: info.id } as const)
      : ({ owner_type: 'User', owner_id: info.userId ?? 0 } as const)
    void save(() => createFilterSet(info.id, { name: name.trim(), params, ...owner })).then((isDone) => {
      if (!isDone) return
      onClose()
      onCreated(name.trim())
    })
  }
  return (
    <div className={styles['form']} data-save={saving}>
      <TextField
        label={t('Name')}
        value={name}
        onChange={setName}
        error={problem === 'taken' ? t('Another filter set has this name') : undefined}
        maxLength={500}
        autoFocus
        onEnter={() => !isDisabled && saving !== 'saving' && create()}
      />
      {canConfigureFilters(info) && (
        <Checkbox isSelected={isShared} onChange={setShared}>
          {t('Share with all viewers')}
        </Checkbox>
      )}
      {twin && <p className={styles['quiet']}>{t('This filter set is identical to: %s', twin.name)}</p>}
      <div className={styles['acts']}>
        <Button size="sm" onPress={onClose}>
          {t('Cancel')}
        </Button>
        <Button
          size="sm"
          variant="primary"
          isWrite
          isDisabled={isDisabled}
          isPending={saving === 'saving'}
          onPress={create}
        >
          {t('Create')}
        </Button>
      </div>
    </div>
  )
}

/** Saves the applied filter values as a named set. */
export function NewFilterSet(props: Props) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <Form {...props} onClose={() => setOpen(false)} />
  return (
    <Button isWrite size="sm" icon="plus" isWide onPress={() => setOpen(true)}>
      {t('Create new filter set')}
    </Button>
  )
}
