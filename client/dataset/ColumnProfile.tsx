import { useQuery } from '@tanstack/react-query'
import { fetchColumnProfile, type ColumnProfile as Profile } from '#calls/column-profile.ts'
import { formatNumber } from '#core/format/number.ts'
import type { ProfiledColumn } from '#core/query/column-profile.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import type { Value } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { BarRow } from '#ui/display/BarRow.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Histogram } from './Histogram.tsx'
import { valueFormatter } from './value-formatter.ts'
import styles from './ColumnProfile.module.css'

interface Props {
  readonly dataset: Pick<DatasetResponse, 'id' | 'version'>
  readonly column: ProfiledColumn
}

const formatCount = (count: number) => formatNumber(',d', count)

function ProfileStatistics({
  profile,
  print,
}: {
  readonly profile: Profile
  readonly print: (value: Value) => string
}) {
  const { rows, present, distinct, min, max } = profile
  const share = (count: number) => (rows === 0 ? '' : ` (${formatNumber('.1%', count / rows)})`)
  const statistics: readonly (readonly [string, string])[] = [
    [t('Rows'), formatCount(rows)],
    [t('Nulls'), `${formatCount(rows - present)}${share(rows - present)}`],
    [t('Distinct values'), formatCount(distinct)],
    ...(min === null ? [] : [[t('Min'), print(min)] as const]),
    ...(max === null ? [] : [[t('Max'), print(max)] as const]),
  ]
  return (
    <dl className={styles['facts']}>
      {statistics.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A profile of a column: counts, minimum and maximum, distribution and most frequent values. Queried when shown. */
export function ColumnProfile({ dataset, column }: Props) {
  const profile = useQuery({
    queryKey: ['column-profile', dataset.id, dataset.version, column],
    queryFn: ({ signal }) => fetchColumnProfile(dataset.id, column, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data } = profile
  const print = valueFormatter(column)
  if (profile.isError) {
    const retry = <Button onPress={() => void profile.refetch()}>{t('Try again')}</Button>
    return <ErrorPanel title={t('The column cannot be read')} text={profile.error.message} actions={retry} />
  }
  if (!data) return <Skeleton shape="lines" label={t('Reading the column')} />
  return (
    <div className={styles['profile']}>
      <ProfileStatistics profile={data} print={print} />
      {data.bins.length > 0 && <Histogram bins={data.bins} from={print(data.min)} to={print(data.max)} />}
      {data.top.length > 0 && (
        <section aria-label={t('Most frequent values')}>
          <h3>{t('Most frequent values')}</h3>
          <ul>
            {data.top.map(({ value, count }) => (
              <li key={String(value)}>
                <BarRow label={print(value)} share={count / Math.max(1, data.rows)} end={formatCount(count)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
