import { useState } from 'react'
import { FilterSetEditor } from './FilterSetEditor.tsx'
import { FilterList } from './FilterList.tsx'
import { useFilterSets, useHasFilterSets, type FilterSets } from './use-filter-sets.ts'
import { useDashboard } from '../state/store.ts'
import styles from './filter-sets.module.css'
import { t } from '#core/text/t.ts'
import { Tabs } from '#ui/layout/Tabs.tsx'
import { NewFilterSet } from './NewFilterSet.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { FilterSetCard } from './FilterSetCard.tsx'

interface Props {
  readonly filterSets: FilterSets
  readonly onEdit: (id: number) => void
}

/** The filter sets of the dashboard: select, create, and a menu for each. */
function FilterSetList({ filterSets, onEdit }: Props) {
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

function WithSets() {
  const filterSets = useFilterSets()
  const count = useDashboard(({ filters }) => filters.filter(({ type }) => type === 'NATIVE_FILTER').length)
  const [tab, setTab] = useState('filters')
  const [editing, edit] = useState<number>()
  const edited = filterSets.sets.find(({ id }) => id === editing)
  return (
    <div className={styles['tabbed']}>
      <Tabs
        label={t('Filters and filter sets')}
        size="sm"
        isFill
        items={[
          { id: 'filters', label: t('All filters (%s)', count) },
          { id: 'sets', label: t('Filter sets (%s)', filterSets.sets.length) },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'sets' ? (
          <FilterSetList
            filterSets={filterSets}
            onEdit={(id) => {
              edit(id)
              setTab('filters')
            }}
          />
        ) : (
          <>
            {edited && (
              <FilterSetEditor key={edited.id} set={edited} filterSets={filterSets} onClose={() => edit(undefined)} />
            )}
            <FilterList />
          </>
        )}
      </Tabs>
    </div>
  )
}

/** The filters, and a tab with filter sets if there are any. */
export function FilterBody() {
  return useHasFilterSets() ? <WithSets /> : <FilterList />
}
