import { seriesDimensions } from './timeseries-query.ts'
import { isAdvanced } from '#core/form/advanced-analytics.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { evenStretch, type Sample } from '#core/query/sample.ts'

/** The first and the last instant in sight, epoch milliseconds. */
export type Sight = readonly [first: number, last: number]

/** The stretch a person has zoomed to, by the picture's own state; undefined where all is in sight. */
export function sightOf(form: FormData): Sight | undefined {
  const own = form['ownState'] as { readonly sight?: unknown } | null | undefined
  if (!Array.isArray(own?.sight)) return undefined
  const [first, last] = own.sight as readonly unknown[]
  const isStretch = typeof first === 'number' && typeof last === 'number' && first < last
  return isStretch ? [first, last] : undefined
}

/**
 * Lines and the ground below them may be drawn of ends and extremes. What is stacked or a share stands on the values of
 * others at its place, if there are any, and steps of post-processing need all rows.
 */
export function timeseriesSample(form: FormData): Omit<Sample, 'width'> | undefined {
  const metrics = queryFields(form).metrics ?? []
  const isOne = metrics.length === 1 && seriesDimensions(form).length === 0
  const isStacked = Boolean(form['stack']) && !(isOne && form['stack'] === 'Stack')
  if (isStacked || form['contributionMode'] || isAdvanced(form, metrics)) return undefined
  const sight = sightOf(form)
  if (!sight) return {}
  const [from, to] = evenStretch(...sight)
  return { from, to }
}

/** Whether these are asked for by the same stretch; undefined is all there is. */
export function isSameSight(one: Sight | undefined, other: Sight | undefined): boolean {
  const asked = [one, other].map((sight) => sight && evenStretch(...sight).join())
  return asked[0] === asked[1]
}
