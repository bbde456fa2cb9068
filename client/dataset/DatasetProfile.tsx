import { useQuery } from '@tanstack/react-query'
import { fetchDatasetProfile, type ProfiledValues } from '#calls/column-profile.ts'
import { formatNumber } from '#core/format/number.ts'
import { MAX_PROFILED_COLUMNS, type ProfiledColumn } from '#core/query/column-profile.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Table } from '#ui/display/Table.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Button } from '#ui/base/Button.tsx'
import { Histogram } from './Histogram.tsx'
import { valueFormatter } from './value-formatter.ts'
import styles from './DatasetProfile.module.css'

const formatCount = (count: number) => formatNumber(',d', count)

function Spread({ row: { column, bins, min, max } }: { readonly row: ProfiledValues }) {
  const print = valueFormatter(column)
  return bins.length === 0 ? null : <Histogram bins={bins} from={print(min)} to={print(max)} isSmall />
}

const edgeText = (end: 'min' | 'max') => (row: ProfiledValues) => {
  const value = row[end]
  if (value === null) return ''
  const text = valueFormatter(row.column)(value)
  return (
    <bdi className={styles['edge']} title={text}>
      {text}
    </bdi>
  )
}

const columns = (): readonly TableColumn<ProfiledValues>[] => [
  { id: 'name', title: t('Column'), cell: ({ column }) => column.column_name },
  { id: 'type', title: t('Type'), cell: ({ column }) => column.type ?? '' },
  { id: 'nulls', title: t('Nulls'), align: 'end', cell: ({ rows, present }) => formatCount(rows - present) },
  { id: 'distinct', title: t('Distinct values'), align: 'end', cell: ({ distinct }) => formatCount(distinct) },
  { id: 'spread', title: t('Distribution'), cell: (row) => <Spread row={row} /> },
  { id: 'min', title: t('Min'), align: 'end', cell: edgeText('min') },
  { id: 'max', title: t('Max'), align: 'end', cell: edgeText('max') },
]

/** A profile of every column of a dataset, queried when shown, under the row-level security of the user. */
export function DatasetProfile({ dataset }: { readonly dataset: DatasetResponse }) {
  const { offset = null } = dataset
  const profiled: readonly ProfiledColumn[] = (dataset.columns ?? []).map((column) => ({ ...column, offset }))
  const profile = useQuery({
    queryKey: ['dataset-profile', dataset.id, dataset.version, dataset.columns],
    queryFn: ({ signal }) => fetchDatasetProfile(dataset.id, profiled, signal),
    enabled: profiled.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (profiled.length === 0) return <EmptyState size="sm" title={t('The dataset has no columns')} />
  if (profile.isError) {
    const again = <Button onPress={() => void profile.refetch()}>{t('Try again')}</Button>
    return <ErrorPanel title={t('The columns cannot be read')} text={profile.error.message} actions={again} />
  }
  if (!profile.data) return <Skeleton shape="table" label={t('Reading the columns')} />
  const [first] = profile.data
  return (
    <div className={styles['profile']}>
      <p>
        {t('%s rows', formatCount(first?.rows ?? 0))}
        {profiled.length > MAX_PROFILED_COLUMNS &&
          `, ${t('the first %s of %s columns', String(MAX_PROFILED_COLUMNS), String(profiled.length))}`}
      </p>
      <Table
        label={t('Column profiles')}
        rows={profile.data}
        rowKey={({ column }) => column.column_name}
        columns={columns()}
        isDense
      />
    </div>
  )
}
