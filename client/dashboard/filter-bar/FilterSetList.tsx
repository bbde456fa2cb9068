import { useState } from 'react'
import { FilterSetCard } from './FilterSetCard.tsx'
import styles from './filter-sets.module.css'
import { NewFilterSet } from './NewFilterSet.tsx'
import type { FilterSets } from './use-filter-sets.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'

interface Props {
  readonly filterSets: FilterSets
  readonly onEdit: (id: number) => void
}

/** The filter sets of the dashboard: select, create, and a menu for each. */
export function FilterSetList({ filterSets, onEdit }: Props) {
  const { sets, error } = filterSets
  const [chosen, choose] = useState<number>()
  const [created, setCreated] = useState<string>()
  return (
    <div className={styles['sets']} data-save={filterSets.saving}>
      <NewFilterSet filterSets={filterSets} onCreated={setCreated} />
      {error && <Banner tone="danger">{error.message}</Banner>}
      {sets.length === 0 && !error && (
        <p className={styles['quiet']}>{t('Save the current filters as a named set.')}</p>
      )}
      <ul className={styles['list']} aria-label={t('Filter sets')}>
        {sets.map((set) => (
          <FilterSetCard
            key={set.id}
            set={set}
            filterSets={filterSets}
            isChosen={chosen === set.id}
            isCreated={set.name === created}
            onChoose={() => choose(set.id)}
            onEdit={() => onEdit(set.id)}
          />
        ))}
      </ul>
    </div>
  )
}
