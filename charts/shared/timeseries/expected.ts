import type { Series } from './one-series.ts'
import type { PlacedLabel } from '#core/color/place.ts'

/** Whether a series is what a model says, beside the values themselves. */
export function isExpected({ role }: Series): boolean {
  return role === 'forecast' || role === 'lower' || role === 'upper'
}

/** Whether a series is the end of a range, not a course of its own. */
export function isBound({ role }: Series): boolean {
  return role === 'lower' || role === 'upper'
}

/** The name under which a series is shown, coloured and hidden: forecasts go with what they continue. */
export function groupName({ name, of }: Series): string {
  return of ?? name
}

/** What a series is coloured by. */
export function coloredLabel(series: Series): PlacedLabel {
  return { name: groupName(series), place: series.place }
}

/** The series of these by their places, forecasts and bounds left out. */
export function ownPlaces(series: readonly Series[]): number[] {
  return [...series.keys()].filter((at) => !isExpected(series[at] as Series))
}

/** The forecast of a series and its bounds at one x; null where there is none. */
export interface Outlook {
  readonly expected: number
  readonly lower: number | null
  readonly upper: number | null
}

/** What was or is to be expected of the series of this name at one x; undefined without a forecast. */
export function outlookAt(series: readonly Series[], name: string, index: number): Outlook | undefined {
  const at = (role: Series['role']) =>
    series.find((each) => each.role === role && each.of === name)?.values[index] ?? null
  const expected = at('forecast')
  return expected === null ? undefined : { expected, lower: at('lower'), upper: at('upper') }
}

/** The place of the lower bound a band stands on; -1 when there is none. */
export function lowerOf(series: readonly Series[], upper: number): number {
  const { of } = series[upper] ?? {}
  return series.findLastIndex((each, at) => at < upper && each.role === 'lower' && each.of === of)
}

/**
 * What is drawn of a bound: bands are stacked on their lower bounds, so the upper one is the height of the band. Where
 * forecasts stand on each other (`stacked`), bands go with them.
 */
export function bandValues(series: readonly Series[], at: number, stacked: boolean): readonly (number | null)[] {
  const own = series[at]
  if (!own) return []
  if (own.role === 'upper') {
    const lower = series[lowerOf(series, at)]
    return own.values.map((value, index) => difference(value, lower?.values[index] ?? null))
  }
  if (own.role !== 'lower' || !stacked) return own.values
  const mine = series.findLastIndex((each, index) => index < at && each.role === 'forecast' && each.of === own.of)
  const below = series.filter((each, index) => index < mine && each.role === 'forecast' && each.offset === own.offset)
  return own.values.map((value, index) =>
    value === null ? null : below.reduce((sum, each) => sum + (each.values[index] ?? 0), value),
  )
}

function difference(upper: number | null, lower: number | null): number | null {
  return upper === null || lower === null ? null : upper - lower
}
