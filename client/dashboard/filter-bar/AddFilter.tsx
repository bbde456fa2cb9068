import { useId, useMemo, useState } from 'react'
import { useQuickFilter } from '../filters/use-quick-filter.ts'
import { type FilterableColumn, filterableColumns, quickFilterType } from '../filters/quick-filter.ts'
import { actions, useDashboardStore } from '../state/store.ts'
import styles from './filter-bar.module.css'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'
import { foldSearchText } from '#ui/input/option.ts'
import { SelectPanel } from '#ui/input/SelectPanel.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'

const icons: Readonly<Record<ReturnType<typeof quickFilterType>, IconName>> = {
  filter_time: 'clock',
  filter_range: 'hash',
  filter_select: 'text',
}

/** The columns of the dashboard's datasets: one press creates a filter. A button opens the full dialog. */
function Columns({ onDone }: { readonly onDone: () => void }) {
  const store = useDashboardStore()
  const listId = useId()
  const [search, setSearch] = useState('')
  // The list stays the same while it is open.
  const [all] = useState(() => filterableColumns(store.getState()))
  const add = useQuickFilter()
  const hasOneDataset = new Set(all.map(({ datasetId }) => datasetId)).size < 2
  const options = useMemo(() => {
    const searchText = foldSearchText(search.trim())
    return all
      .map(({ column, datasetName }, index) => ({
        value: index,
        label: column.verbose_name || column.column_name,
        detail: hasOneDataset ? undefined : datasetName,
        icon: icons[quickFilterType(column)],
        searched: foldSearchText(`${column.verbose_name ?? ''} ${column.column_name} ${datasetName}`),
      }))
      .filter(({ searched }) => searched.includes(searchText))
  }, [all, search, hasOneDataset])
  return (
    <div className={styles['columns']}>
      {all.length === 0 ? (
        <p>{t('Place a chart on the dashboard first')}</p>
      ) : (
        <SelectPanel<number>
          listId={listId}
          label={t('Columns')}
          options={options}
          value={undefined}
          isSearchable
          onSearch={setSearch}
          onSelect={({ value }) => {
            add(all[value] as FilterableColumn)
            onDone()
          }}
        />
      )}
      <Button
        variant="quiet"
        icon="settings"
        onPress={() => {
          actions.configure(store, {})
          onDone()
        }}
      >
        {t('Add and edit filters…')}
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
