import type { LinesForm } from './controls.ts'
import { baseQuery } from '#core/form/base-query.ts'
import { setKeys } from '#core/form/set-keys.ts'
import { numberOf } from '#core/rest/json-primitive.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** Parses the chart ids of a form value; others are ignored. */
export function parseChartIds(named: unknown): readonly number[] {
  return [named].flat().map(numberOf).filter(Number.isSafeInteger)
}

/** Returns a query for the lines of each chart, left axis first. Empty if the left axis has no chart. */
export function toQueries(form: LinesForm): QueryObject[] {
  const left = parseChartIds(form.line_charts)
  if (left.length === 0) return []
  const { filters, extras, time_range, applied_time_extras, ...base } = baseQuery(form)
  const { since, until } = base as { readonly since?: string; readonly until?: string }
  return [...left, ...parseChartIds(form.line_charts_2)].map(
    (saved_chart) =>
      setKeys({
        saved_chart,
        is_timeseries: true,
        filters,
        extras,
        time_range,
        since,
        until,
        applied_time_extras,
      }) as QueryObject,
  )
}
