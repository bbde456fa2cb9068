import { localNumber } from '#core/format/locale.ts'
import { useQuery } from '@tanstack/react-query'
import { useLoader } from '../state/loading.ts'
import { useDashboardStore } from '../state/store.ts'
import { timeColumnsOf } from '../filters/time-columns.ts'
import styles from './filter-config.module.css'
import { parseColumnExtent, columnExtentQuery } from '#core/query/column-extent.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { toTable } from '#core/query/result.ts'
import { type Extent, joinExtents } from '#core/time/extent.ts'
import { timestampLabel } from '#core/time/label.ts'
import { t } from '#core/text/t.ts'
import type { FilterConfig } from '#filters/filter-type.ts'

const COUNT = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' } as const

const ALL: QueryObject = { columns: [], metrics: [COUNT], row_limit: 1 }

/**
 * The effect of a default value: matching rows, all rows, and for a time range the time extent of the matching rows.
 */
interface DefaultEffect {
  readonly some: number
  readonly all: number
  readonly extent?: Extent | undefined
}

/** A count query under the default value, and its dataset. */
interface DefaultQuery {
  readonly datasetId: number
  readonly query: QueryObject
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/**
 * Queries the effect of a filter's default value on its dataset; for a time range, on the datasets of the charts in
 * scope.
 */
function useGiven(filter: FilterConfig) {
  const { ask } = useLoader()
  const store = useDashboardStore()
  const { filters = [], time_range } = filter.defaultDataMask?.extraFormData ?? {}
  const own = filter.targets?.[0]?.datasetId
  const stored: readonly DefaultQuery[] =
    time_range === undefined
      ? own === undefined || filters.length === 0
        ? []
        : [{ datasetId: own, query: { ...ALL, filters } }]
      : (timeColumnsOf(store.getState(), filter) ?? []).map(({ datasetId, column }) => ({
          datasetId,
          query: { ...columnExtentQuery(column), granularity: column, time_range },
        }))
  return useQuery({
    queryKey: ['filter-default', stored],
    enabled: stored.length > 0,
    queryFn: async ({ signal }): Promise<DefaultEffect> => {
      const found = await Promise.all(
        stored.map(async ({ datasetId, query }) => {
          const answers = await ask({ datasource: { id: datasetId, type: 'table' }, queries: [query, ALL] }, { signal })
          const failed = answers.find(({ error }) => error)
          if (failed) throw new Error(failed.error ?? '')
          const [some, all] = answers.map((answer) => parseColumnExtent(toTable(answer)))
          return { some: some?.rows ?? 0, all: all?.rows ?? 0, extent: some?.extent }
        }),
      )
      return {
        some: sum(found.map(({ some }) => some)),
        all: sum(found.map(({ all }) => all)),
        extent: joinExtents(found.flatMap(({ extent }) => extent ?? [])),
      }
    },
  })
}

/** A preview of the rows that the dashboard opens with under the default value. */
export function DefaultValuePreview({ filter }: { readonly filter: FilterConfig }) {
  const { data, error } = useGiven(filter)
  if (error) return <p className={styles['error']}>{error.message}</p>
  if (!data) return null
  const [some, all] = [localNumber.format(data.some), localNumber.format(data.all)]
  const { extent } = data
  return (
    <p className={styles['gives']} role="status">
      {extent
        ? t(
            'With it the dashboard opens on %s of %s rows, the first of %s, the last of %s.',
            some,
            all,
            timestampLabel(new Date(extent.first)),
            timestampLabel(new Date(extent.last)),
          )
        : t('With it the dashboard opens on %s of %s rows.', some, all)}
    </p>
  )
}
