import { useState } from 'react'
import { EditedSet } from './EditedSet.tsx'
import { FilterList } from './FilterList.tsx'
import { FilterSetList } from './FilterSetList.tsx'
import { useFilterSets, useHasFilterSets } from './use-filter-sets.ts'
import { useDashboard } from '../state/store.ts'
import styles from './filter-sets.module.css'
import { t } from '#core/text/t.ts'
import { Tabs } from '#ui/layout/Tabs.tsx'

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
              <EditedSet key={edited.id} set={edited} filterSets={filterSets} onClose={() => edit(undefined)} />
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
