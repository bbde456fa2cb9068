import type { ColumnarResult, RejectedFilter } from '#core/query/result.ts'
import { t } from '#core/text/t.ts'
import styles from './AppliedQueryFilters.module.css'

const reasons = (): Record<RejectedFilter['reason'], string> => ({
  not_in_datasource: t('the dataset has no such column'),
  no_temporal_column: t('the dataset has no time column'),
  value_not_a_number: t('the value is not a number'),
  time_range_not_understood: t('it is not understood as a time range'),
  simple_having: t('a filter on a metric has to be written in SQL'),
})

/** Returns the time range of a query as ISO dates; undefined without one. */
function spanOf({ from_dttm: from, to_dttm: to }: ColumnarResult): string | undefined {
  const iso = (instant: number) => new Date(instant).toISOString().slice(0, 19).replace('T', ' ')
  if (from === null && to === null) return undefined
  if (from === null) return t('until %s', iso(to ?? 0))
  return to === null ? t('since %s', iso(from)) : t('%s to %s', iso(from), iso(to))
}

interface Props {
  readonly answer: ColumnarResult | undefined
  readonly titleOf: (name: string) => string
}

/** The filters applied to a result, and the rejected filters with their reasons. */
export function AppliedQueryFilters({ answer, titleOf }: Props) {
  if (!answer) return null
  const applied = [...new Set(answer.applied_filters.map(({ column }) => titleOf(column)))]
  const rejected = answer.rejected_filters
  const span = spanOf(answer)
  const words = reasons()
  return (
    <dl className={styles['facts']}>
      <dt>{t('Filters applied')}</dt>
      <dd>{applied.length > 0 ? applied.join(', ') : t('None')}</dd>
      {span !== undefined && (
        <>
          <dt>{t('Time range')}</dt>
          <dd>{span}</dd>
        </>
      )}
      {rejected.length > 0 && (
        <>
          <dt>{t('Not applied')}</dt>
          <dd>
            {rejected.map(({ column, reason }) => (
              <div key={`${column} ${reason}`}>{t('%s: %s', titleOf(column), words[reason])}</div>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}
