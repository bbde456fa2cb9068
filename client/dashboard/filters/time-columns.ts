import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { datasetOf } from '#client/dashboard/state/store.ts'
import { baseQuery } from '#core/form/base-query.ts'
import { columnLabel } from '#core/query/query-object.ts'
import { chartsInScope } from '#core/scope/charts-in-scope.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

/** A time column that a time range filter applies to. */
interface TimeColumn {
  readonly datasetId: number
  readonly column: string
  /** The dataset's time offset on axes, in hours. */
  readonly offset: number
}

function columnsOf(state: DashboardState, chartId: number): readonly TimeColumn[] | undefined {
  const form = formDataOf(state, chartId)
  if (!form) return []
  const dataset = datasetOf(state, chartId)
  if (!dataset) return undefined
  const { filters = [], granularity } = baseQuery(form)
  const ranges = filters.filter(({ op }) => op === 'TEMPORAL_RANGE').map(({ col }) => columnLabel(col))
  const main = granularity ?? dataset.main_dttm_col
  const named = ranges.length > 0 ? ranges : main ? [main] : []
  return named.map((column) => ({ datasetId: dataset.id, column, offset: dataset.offset ?? 0 }))
}

/** Returns the distinct time columns of the charts in scope; undefined while the dataset of a chart is unknown. */
export function timeColumnsOf(
  state: DashboardState,
  { scope }: Pick<FilterConfig, 'scope'>,
): readonly TimeColumn[] | undefined {
  const all = chartsInScope(state.layout, scope).map((id) => columnsOf(state, id))
  const known = all.filter((each) => each !== undefined)
  if (known.length < all.length) return undefined
  return [...new Map(known.flat().map((each) => [JSON.stringify(each), each])).values()]
}
