import type { Axis } from '#charts/shared/axes/x-axis.ts'
import type { SelectedMark } from '#charts/chart.ts'

/** The role of a series other than the plain values: time comparison, forecast, or a bound of it. */
export type SeriesRole = 'compared' | 'forecast' | 'lower' | 'upper'

/** One line, set of bars or area. */
export interface Series {
  readonly name: string
  readonly metric: string
  /** Its dimension values; empty without dimensions. */
  readonly selection: SelectedMark
  /** One value per x, null if missing. */
  readonly values: readonly (number | null)[]
  /** The position in the color assignment. */
  readonly colorPosition: number
  readonly role?: SeriesRole
  /** The name of the series that a forecast or a bound belongs to. */
  readonly of?: string
  /** The time offset of the values, or of the values that they continue. */
  readonly offset?: string
  /** Set for the second of two queries. */
  readonly question?: 1
  /** Whether a series of the other query has the same color, so that this one is dashed. */
  readonly isTwin?: true
}

export interface SeriesTable {
  readonly x: Axis
  readonly series: readonly Series[]
  /** The number of series that are not drawn. */
  readonly left?: number
}
