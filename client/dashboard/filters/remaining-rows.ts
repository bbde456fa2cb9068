import { baseQuery } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { effectiveFormData } from '#core/form/effective-form-data.ts'
import { mergeExtraFormData } from '#core/mask/mask.ts'
import { isTime } from '#core/query/column-profile.ts'
import { columnExtentQuery } from '#core/query/column-extent.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import { extraFiltersFor } from '#core/filter-box/dashboard-filter.ts'
import { isFilterBox } from '#client/dashboard/state/filter-box/filter-boxes.ts'
import { chartsOfDataset, mostUsedDataset } from './filter-targets.ts'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { filtersOf, isCrossFilter, isFiltering, isChartInFilterScope } from '#client/dashboard/state/masks.ts'
import { NO_FILTER } from '#core/time/parse-time-range.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { scopeContextOf } from '#client/dashboard/state/chart-form.ts'

const COUNT = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' } as const

/** Returns the value if all are equal, else undefined. */
function commonFilters<T>(values: readonly T[]): T | undefined {
  return new Set(values).size === 1 ? values[0] : undefined
}

/**
 * Returns the ids of the masks, except `but`, that apply to all these charts alike; undefined if the charts differ. A
 * cross-filter does not apply to its own chart.
 */
function masksOfAll(state: DashboardState, charts: readonly number[], but?: string): readonly string[] | undefined {
  const reach = scopeContextOf(state)
  const narrows = (id: string) => id !== but && isFiltering(state.masks[id])
  const of = charts.map((chart) => filtersOf(reach, state.masks, chart).filter(narrows))
  const all = [...new Set(of.flat())]
  const isAlike = charts.every((chart, at) =>
    all.every((id) => of[at]?.includes(id) || (isCrossFilter(id) && id === String(chart))),
  )
  return isAlike ? all : undefined
}

/** Returns the query that counts the rows of a dataset under the filters of a form. */
function countQuery(form: FormData): QueryObject {
  const { filters, extras, granularity, time_range, url_params } = baseQuery(form)
  return {
    columns: [],
    metrics: [COUNT],
    row_limit: 1,
    ...(filters ? { filters } : {}),
    ...(extras ? { extras } : {}),
    // A time column without a range would end today and exclude rows without a time.
    ...(granularity ? { granularity, time_range: NO_FILTER } : {}),
    ...(time_range ? { time_range } : {}),
    ...(url_params ? { url_params } : {}),
  }
}

/** The count queries of a dataset: under the filters common to some of its charts, and without filters. */
interface CountQueries {
  readonly narrowed: QueryObject
  readonly all: QueryObject
  readonly isNarrowed: boolean
}

/**
 * Returns the count queries under the filters that apply to all these charts, except one filter. Undefined if no single
 * count is valid for all of them (a filter applies to some only, or they use different time columns), or if counting
 * would be too expensive.
 */
function countsOf(
  state: DashboardState,
  datasetId: number,
  among: readonly number[],
  but?: string,
): CountQueries | undefined {
  const dataset = state.datasets[datasetId]
  if (!dataset?.database?.counts_at_once) return undefined
  const charts = among.filter((id) => !isFilterBox(state.charts[id]?.form_data.viz_type))
  const ids = masksOfAll(state, charts, but)
  const boxes = commonFilters(charts.map((id) => JSON.stringify(extraFiltersFor(state.filterBoxes, state.layout, id))))
  if (!ids || boxes === undefined) return undefined
  const extra = mergeExtraFormData(ids.map((id) => state.masks[id]?.extraFormData))
  const granularity_sqla = commonFilters(charts.map((id) => state.charts[id]?.form_data.granularity_sqla ?? undefined))
  if (extra.time_range && !granularity_sqla && !extra.granularity_sqla) return undefined
  const datasource = `${datasetId}__table` as const
  const form = { viz_type: 'table', datasource, ...(granularity_sqla ? { granularity_sqla } : {}) }
  const query = (of: FormData, more: typeof extra) => countQuery(effectiveFormData(of, more, state.urlParams))
  return {
    narrowed: query({ ...form, extra_filters: JSON.parse(boxes) as readonly unknown[] }, extra),
    all: query(form, {}),
    isNarrowed: ids.length > 0 || boxes !== '[]',
  }
}

/**
 * Returns the query of the rows available to a filter: those of its dataset under all other filters of the charts in
 * its scope. Undefined if no other filter applies, or if no single count is valid for all charts.
 */
export function rowsUnderOtherFilters(state: DashboardState, filter: FilterConfig): QueryObject | undefined {
  const datasetId = filter.targets?.[0]?.datasetId
  if (datasetId === undefined) return undefined
  const charts = chartsOfDataset(state, datasetId).filter((id) => isChartInFilterScope(state.layout, filter, id))
  const counts = countsOf(state, datasetId, charts, filter.id)
  return counts?.isNarrowed ? counts.narrowed : undefined
}

/**
 * The query for the number of rows of a dataset under the filters of the page, the total, and the time extent, based on
 * its charts.
 */
export interface RemainingRowCounts {
  readonly name: string
  readonly context: QueryContext
  /** True if the second query differs from the first: a filter applies. */
  readonly isNarrowed: boolean
  /** True if the last query returns the time extent of the data. */
  readonly asksSpan: boolean
  /** The time column of the data; undefined without one. */
  readonly time: string | undefined
}

/** Returns the time column of a dataset for these charts; undefined without one. */
function timeColumnOf(state: DashboardState, datasetId: number, charts: readonly number[]): string | undefined {
  const { columns, main_dttm_col: main } = state.datasets[datasetId] ?? {}
  const read = commonFilters(charts.map((id) => state.charts[id]?.form_data.granularity_sqla ?? undefined)) ?? main
  return columns?.find((each) => each.column_name === read && isTime(each))?.column_name
}

/**
 * Returns the count queries for the dataset that most charts use; undefined if they are not valid for all its charts.
 */
export function remainingRows(state: DashboardState): RemainingRowCounts | undefined {
  const { datasetId } = mostUsedDataset(state)
  const charts = datasetId === undefined ? [] : chartsOfDataset(state, datasetId)
  const counts = datasetId === undefined ? undefined : countsOf(state, datasetId, charts)
  if (datasetId === undefined || !counts) return undefined
  const { narrowed, all, isNarrowed } = counts
  const time = timeColumnOf(state, datasetId, charts)
  return {
    name: state.datasets[datasetId]?.table_name ?? '',
    isNarrowed,
    asksSpan: time !== undefined,
    time,
    context: {
      datasource: { id: datasetId, type: 'table' },
      queries: [...(isNarrowed ? [narrowed, all] : [all]), ...(time === undefined ? [] : [columnExtentQuery(time)])],
    },
  }
}
