import type { Axis } from '#charts/shared/axes/x-axis.ts'
import type { Pick } from '#charts/chart.ts'

/** What a series is beside the values asked for: those of another time, a forecast, its bounds. */
export type SeriesRole = 'compared' | 'forecast' | 'lower' | 'upper'

/** One line, row of bars or layer. */
export interface Series {
  readonly name: string
  readonly metric: string
  /** The dimension values it stands for; empty without dimensions. */
  readonly pick: Pick
  /** One value per x, null where there is none. */
  readonly values: readonly (number | null)[]
  /** Where it stands in the order that colours are given in. */
  readonly place: number
  readonly role?: SeriesRole
  /** The name of the series a forecast or a bound belongs to. */
  readonly of?: string
  /** The other time the values are of, or continue. */
  readonly offset?: string
  /** The second of two questions that the values answer; the first where nothing is said. */
  readonly question?: 1
  /** Whether a line of another question has the same colour: this one is dashed. */
  readonly isTwin?: true
}

export interface SeriesTable {
  readonly x: Axis
  readonly series: readonly Series[]
  /** How many more there are than are drawn. */
  readonly left?: number
}
