import { seriesDimensions } from './timeseries-query.ts'
import { timeComparisonOf, isAdvanced } from '#core/form/advanced-analytics.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { sampledRange, type Sample, type VisibleRange } from '#core/query/sample.ts'

/** Returns the zoomed range from the own state of the chart; undefined if the full range is visible. */
export function visibleRangeOf(form: FormData): VisibleRange | undefined {
  const own = form['ownState'] as { readonly sight?: unknown } | null | undefined
  if (!Array.isArray(own?.sight)) return undefined
  const [first, last] = own.sight as readonly unknown[]
  const isRange = typeof first === 'number' && typeof last === 'number' && first < last
  return isRange ? [first, last] : undefined
}

/** True if a form has a single series, which is not stacked on anything. */
function isSingleSeries(form: FormData): boolean {
  const metrics = queryFields(form).metrics ?? []
  const hasMore = timeComparisonOf(form, metrics) !== undefined || form['forecastEnabled'] === true
  return metrics.length === 1 && seriesDimensions(form).length === 0 && !hasMore
}

/** True if shares are computed from the result. With post-processing they are computed before sampling. */
function isShared(form: FormData): boolean {
  return Boolean(form['contributionMode']) && !isAdvanced(form, queryFields(form).metrics ?? [])
}

/**
 * Returns the sampling of a form. Lines, areas and points can be drawn from first, last and extreme values per bucket.
 * Undefined if series are stacked or shares, which need the values of other series at the same x, or if the x axis is
 * sorted.
 */
export function timeseriesSample(form: FormData): Omit<Sample, 'width'> | undefined {
  const isStacked = Boolean(form['stack']) && !(form['stack'] === 'Stack' && isSingleSeries(form))
  if (isStacked || isShared(form) || typeof form['x_axis_sort'] === 'string') return undefined
  const visibleRange = visibleRangeOf(form)
  if (!visibleRange) return {}
  const [from, to] = sampledRange(...visibleRange)
  return { from, to }
}

/** True if both ranges lead to the same query; undefined is the full range. */
export function isSameRange(one: VisibleRange | undefined, other: VisibleRange | undefined): boolean {
  const requested = [one, other].map((visibleRange) => visibleRange && sampledRange(...visibleRange).join())
  return requested[0] === requested[1]
}
