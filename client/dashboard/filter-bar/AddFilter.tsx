import { useState } from 'react'
import { useQuickFilter } from '../filters/use-quick-filter.ts'
import { filterableColumns } from '../filters/quick-filter.ts'
import { actions, useDashboardStore } from '../state/store.ts'
import styles from './filter-bar.module.css'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'

const MAX_LISTED = 100

/** The columns of the dashboard's datasets: one press creates a filter. A button opens the full dialog. */
function Columns({ onDone }: { readonly onDone: () => void }) {
  const store = useDashboardStore()
  const [search, setSearch] = useState('')
  // The list stays the same while it is open.
  const [all] = useState(() => filterableColumns(store.getState()))
  const add = useQuickFilter()
  const isOne = new Set(all.map(({ datasetId }) => datasetId)).size < 2
  const searchText = search.trim().toLowerCase()
  const found = all.filter(({ column, datasetName }) =>
    `${column.verbose_name ?? ''} ${column.column_name} ${datasetName}`.toLowerCase().includes(searchText),
  )
  return (
    <div className={styles['columns']}>
      <SearchField
        label={t('Search columns')}
        placeholder={t('Search columns')}
        value={search}
        onChange={setSearch}
        isWide
        autoFocus
      />
      <ul aria-label={t('Columns')}>
        {found.slice(0, MAX_LISTED).map((each) => (
          <li key={`${each.datasetId} ${each.column.column_name}`}>
            <button
              type="button"
              onClick={() => {
                add(each)
                onDone()
              }}
            >
              <span>{each.column.verbose_name || each.column.column_name}</span>
              {!isOne && <small>{each.datasetName}</small>}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p>{all.length === 0 ? t('Place a chart on the dashboard first') : t('No column has this name')}</p>
      )}
      <Button
        variant="quiet"
        icon="settings"
        onPress={() => {
          actions.configure(store, {})
          onDone()
        }}
      >
        {t('Add and edit filters …')}
      </Button>
    </div>
  )
}

/** Adds a filter: for a column with two presses, for anything else in the dialog. */
export function AddFilter({ isNamed }: { readonly isNamed?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label={t('Add a filter')}
      isOpen={isOpen}
      onOpenChange={setOpen}
      placement="bottom start"
      trigger={
        isNamed ? (
          <Button isWrite size="sm" icon="plus">
            {t('Add a filter')}
          </Button>
        ) : (
          <IconButton isWrite icon="plus" size="sm" label={t('Add a filter')} />
        )
      }
    >
      <Columns onDone={() => setOpen(false)} />
    </Popover>
  )
}
