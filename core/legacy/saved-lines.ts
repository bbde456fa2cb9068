import { ownValue } from '#core/rest/json.ts'
import { timeComparisonOf, timeseriesSteps } from '#core/form/advanced-analytics.ts'
import { baseQuery, withOrder } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asColumn } from '#core/form/query-fields.ts'
import { setKeys } from '#core/form/set-keys.ts'
import { columnLabel, type QueryExtras, type QueryObject } from '#core/query/query-object.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import type { Table, Value } from '#core/table/table.ts'

/** Older forms give the start and end of their range. */
type DatedQuery = QueryObject & { readonly since?: string; readonly until?: string }

const joinConditions = (...clauses: readonly (string | undefined)[]): string | undefined =>
  clauses.filter(Boolean).join(' AND ') || undefined

/** Returns the form with a dataset column as time axis instead of `x_axis`, as used today, and without forecast. */
function withTimeAxis(form: FormData): FormData {
  const { x_axis, contribution, ...rest } = form
  const x = asColumn(x_axis)
  return {
    ...rest,
    ...(x === undefined ? {} : { granularity_sqla: columnLabel(x) }),
    ...(contribution ? { contributionMode: 'row' } : {}),
    forecastEnabled: false,
    truncate_metric: true,
  }
}

/** Combines the extras of two queries: the clauses of both, and the grain of the second if it has one. */
function extrasOf(own: QueryExtras = {}, requested: QueryExtras = {}): QueryExtras {
  return setKeys({
    ...own,
    time_grain_sqla: requested.time_grain_sqla ?? own.time_grain_sqla,
    where: joinConditions(own.where, requested.where),
    having: joinConditions(own.having, requested.having),
  }) as QueryExtras
}

/** Returns the time range of the query if it has one, otherwise that of the chart. */
function rangeOf(own: DatedQuery, requested: DatedQuery): object {
  const { time_range, since, until } = requested.time_range || requested.since || requested.until ? requested : own
  return setKeys({ time_range, since, until })
}

/**
 * Returns the query for the lines of a saved chart over time: one column per line besides the timestamps. `asked` is
 * the query that names the chart: its filters apply to the chart's rows, and its time range replaces that of the chart.
 */
export function savedLines(saved: FormData, query: QueryObject): QueryObject {
  const form = withTimeAxis(saved)
  const base = withOrder(baseQuery(form), undefined)
  const { time_range: _range, since: _since, until: _until, ...own } = base as DatedQuery
  const metrics = base.metrics ?? []
  const series = (base.columns ?? []).map(columnLabel)
  return {
    ...own,
    ...rangeOf(base, query),
    is_timeseries: true,
    annotation_layers: [],
    filters: [...(base.filters ?? []), ...(query.filters ?? [])],
    extras: extrasOf(base.extras, query.extras),
    time_offsets: timeComparisonOf(form, metrics)?.offsets ?? [],
    post_processing: timeseriesSteps(form, { x: TIMESTAMP, metrics, series }),
    ...(query.result_type ? { result_type: query.result_type } : {}),
  }
}

/** One line of a saved chart: its name within that chart, and a value for each timestamp. */
export interface SavedLine {
  readonly name: string
  readonly values: readonly Value[]
}

/**
 * Returns the lines in the result of `savedLines`, and their timestamps. `labels` maps a label to the parts it was
 * joined from.
 */
export function linesOf(
  table: Table,
  labels: Readonly<Record<string, readonly string[]>>,
): { readonly moments: readonly Value[]; readonly lines: readonly SavedLine[] } {
  return {
    moments: table.columns.find(({ name }) => name === TIMESTAMP)?.values ?? [],
    lines: table.columns
      .filter(({ name, values }) => name !== TIMESTAMP && values.some((value) => value !== null))
      .map(({ name, values }) => {
        const parts = (ownValue(labels, name) ?? []).filter((part) => part !== '')
        return { name: parts.join(', ') || name, values }
      }),
  }
}
