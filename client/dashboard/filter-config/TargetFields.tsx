import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { withTarget, withType } from '../filters/filter-draft.ts'
import type { FilterProblems } from '../filters/filter-problems.ts'
import { useDashboard } from '../state/store.ts'
import styles from './filter-config.module.css'
import { useDataset } from './use-dataset.ts'
import type { ChangeDraft } from './use-filter-draft.ts'
import { listResource } from '#calls/resources.ts'
import type { ColumnInfo } from '#controls/control.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filters, filterType } from '#filters/index.ts'
import { Select } from '#ui/input/Select.tsx'

interface Props {
  readonly filter: FilterConfig
  readonly problems: FilterProblems
  readonly change: ChangeDraft
}

const MAX_LISTED = 50

/** The datasets of the dashboard's charts, then others by name. */
function useDatasetOptions(search: string, chosen: DatasetResponse | undefined) {
  const own = useDashboard((state) => state.datasets)
  const { data, isFetching } = useQuery({
    queryKey: ['list', 'dataset', 'filter', search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      listResource<DatasetResponse>(
        'dataset',
        {
          order_column: 'table_name',
          order_direction: 'asc',
          page: 0,
          page_size: MAX_LISTED,
          ...(search ? { filters: [{ col: 'table_name', opr: 'ct', value: search }] } : {}),
        },
        signal,
      ),
  })
  const ofCharts = Object.values(own)
  const known = new Set(ofCharts.map(({ id }) => id))
  const others = [...(chosen ? [chosen] : []), ...(data?.result ?? [])].filter(({ id }) => !known.has(id))
  const options = [
    ...ofCharts.map((each) => ({ value: each.id, label: each.table_name, detail: t('on this dashboard') })),
    ...[...new Map(others.map((each) => [each.id, each])).values()].map((each) => ({
      value: each.id,
      label: each.table_name,
      detail: each.schema ?? undefined,
    })),
  ]
  return { options, isFetching }
}

function DatasetField({ filter, problems, change }: Props) {
  const [search, setSearch] = useState('')
  const datasetId = filter.targets?.[0]?.datasetId
  const { dataset, error } = useDataset(datasetId)
  const { options, isFetching } = useDatasetOptions(search.trim(), dataset)
  return (
    <Select
      label={t('Dataset')}
      isRequired
      options={options}
      value={datasetId}
      onChange={(id) => change((draft) => withTarget(draft, filter.id, { datasetId: id }))}
      isSearchable
      onSearch={setSearch}
      isLoading={isFetching}
      placeholder={t('Select a dataset')}
      error={problems.dataset ?? error?.message}
    />
  )
}

const readName = (column: ColumnInfo) => column.verbose_name || column.column_name

function ColumnField({ filter, problems, change }: Props) {
  const target = filter.targets?.[0]
  const { dataset } = useDataset(target?.datasetId)
  const type = filterType(filter.filterType)
  if (typeof type?.target !== 'object') return null
  const { column: fits } = type.target
  const columns: readonly ColumnInfo[] = dataset?.columns ?? []
  const chosen = target?.column?.name
  const isMissing =
    dataset !== undefined && chosen !== undefined && !columns.some((each) => each.column_name === chosen)
  return (
    <Select
      label={t('Column')}
      isRequired
      isDisabled={target?.datasetId === undefined}
      options={columns.filter(fits).map((each) => ({
        value: each.column_name,
        label: readName(each),
        detail: each.verbose_name ? each.column_name : (each.type ?? undefined),
      }))}
      value={chosen}
      onChange={(name) => change((draft) => withTarget(draft, filter.id, { ...target, column: { name } }))}
      isSearchable
      placeholder={t('Select a column')}
      error={isMissing ? t('The dataset has no column %s any more. Choose another one.', chosen) : problems.column}
    />
  )
}

/** Selects the type, name and target column of a filter. */
export function TargetFields(props: Props) {
  const { filter, change } = props
  const type = filterType(filter.filterType)
  return (
    <>
      <Select
        label={t('Filter type')}
        options={filters.map((each) => ({ value: each.type, label: t(each.label) }))}
        value={filter.filterType}
        onChange={(name) => change((draft) => withType(draft, filter.id, name))}
      />
      {type && type.target !== 'none' && (
        <div className={styles['pair']}>
          <DatasetField {...props} />
          <ColumnField {...props} />
        </div>
      )}
    </>
  )
}
