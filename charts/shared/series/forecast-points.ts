import type { Series } from './series-table-types.ts'
import type { PositionedLabel } from '#core/color/label-positions.ts'

/** True if a series is a forecast or one of its bounds. */
export function isForecastSeries({ role }: Series): boolean {
  return role === 'forecast' || role === 'lower' || role === 'upper'
}

/** True if a series is the bound of a forecast range. */
export function isForecastBound({ role }: Series): boolean {
  return role === 'lower' || role === 'upper'
}

/** Returns the name for the legend and the color: forecasts have that of their series. */
export function groupName({ name, of }: Series): string {
  return of ?? name
}

/** Returns the label that determines the color of a series. */
export function coloredLabel(series: Series): PositionedLabel {
  return { name: groupName(series), colorPosition: series.colorPosition }
}

/** Returns the indexes of series that are not forecasts or bounds. */
export function observedSeriesIndexes(series: readonly Series[]): number[] {
  return [...series.keys()].filter((at) => !isForecastSeries(series[at] as Series))
}

/** The forecast of a series and its bounds at one x; bounds are null if missing. */
export interface ForecastPoint {
  readonly expected: number
  readonly lower: number | null
  readonly upper: number | null
}

/** Returns the forecast of a series by name at one x; undefined without a forecast. */
export function forecastAt(series: readonly Series[], name: string, index: number): ForecastPoint | undefined {
  const at = (role: Series['role']) =>
    series.find((each) => each.role === role && each.of === name)?.values[index] ?? null
  const expected = at('forecast')
  return expected === null ? undefined : { expected, lower: at('lower'), upper: at('upper') }
}

/** Returns the index of the lower bound for an upper bound; -1 if there is none. */
export function lowerBoundIndex(series: readonly Series[], upper: number): number {
  const { of } = series[upper] ?? {}
  return series.findLastIndex((each, at) => at < upper && each.role === 'lower' && each.of === of)
}

/**
 * Returns the values to draw of a bound. Bands are stacked on their lower bounds, so the upper one is the height of the
 * band. If forecasts are stacked (`stacked`), bands are stacked with them.
 */
export function bandValues(series: readonly Series[], at: number, stacked: boolean): readonly (number | null)[] {
  const own = series[at]
  if (!own) return []
  if (own.role === 'upper') {
    const lower = series[lowerBoundIndex(series, at)]
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
