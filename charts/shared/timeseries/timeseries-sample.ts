import { seriesDimensions } from './timeseries-query.ts'
import { comparingOf, isAdvanced } from '#core/form/advanced-analytics.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { evenStretch, type Sample } from '#core/query/sample.ts'

/** The first and the last instant in sight, epoch milliseconds. */
export type VisibleRange = readonly [first: number, last: number]

/** The stretch a person has zoomed to, by the picture's own state; undefined where all is in sight. */
export function visibleRangeOf(form: FormData): VisibleRange | undefined {
  const own = form['ownState'] as { readonly sight?: unknown } | null | undefined
  if (!Array.isArray(own?.sight)) return undefined
  const [first, last] = own.sight as readonly unknown[]
  const isStretch = typeof first === 'number' && typeof last === 'number' && first < last
  return isStretch ? [first, last] : undefined
}

/** Whether a form gives one series, which stands on nothing. */
function isAlone(form: FormData): boolean {
  const metrics = queryFields(form).metrics ?? []
  const hasMore = comparingOf(form, metrics) !== undefined || form['forecastEnabled'] === true
  return metrics.length === 1 && seriesDimensions(form).length === 0 && !hasMore
}

/** Shares that are made of what the answer holds; those of an answer by steps are made before it is sampled. */
function isShared(form: FormData): boolean {
  return Boolean(form['contributionMode']) && !isAdvanced(form, queryFields(form).metrics ?? [])
}

/**
 * Lines, the ground below them and points may be drawn of ends and extremes. What is stacked or a share stands on the
 * values of others at its place, if there are any, and places in an order of their own are none of time.
 */
export function timeseriesSample(form: FormData): Omit<Sample, 'width'> | undefined {
  const isStacked = Boolean(form['stack']) && !(form['stack'] === 'Stack' && isAlone(form))
  if (isStacked || isShared(form) || typeof form['x_axis_sort'] === 'string') return undefined
  const sight = visibleRangeOf(form)
  if (!sight) return {}
  const [from, to] = evenStretch(...sight)
  return { from, to }
}

/** Whether these are asked for by the same stretch; undefined is all there is. */
export function isSameRange(one: VisibleRange | undefined, other: VisibleRange | undefined): boolean {
  const asked = [one, other].map((sight) => sight && evenStretch(...sight).join())
  return asked[0] === asked[1]
}
