import { fitLinear, type LinearModel } from './linear-model.ts'
import { normalQuantile } from './normal-quantile.ts'

/** Waves of one season: true and null are by default, a number is how many, false none. */
export type Seasonality = boolean | number | null

export interface Seasons {
  readonly yearly: Seasonality
  readonly weekly: Seasonality
  readonly daily: Seasonality
}

/** What the model says of one moment. */
export interface Forecast {
  readonly yhat: Float64Array
  readonly lower: Float64Array
  readonly upper: Float64Array
}

const DAY = 86_400_000

/** Length of a season in days, how many waves it gets, and how many days of history it needs when not asked for. */
const SEASONS = [
  { name: 'yearly', days: 365.25, waves: 10, needs: 730 },
  { name: 'weekly', days: 7, waves: 3, needs: 14 },
  { name: 'daily', days: 1, waves: 4, needs: 2 },
] as const

/** Holds the waves back a little, so that more waves than the history can tell apart do no harm. */
const PENALTY = 0.01

interface Season {
  readonly days: number
  readonly waves: number
}

/** The seasons that are used: those asked for, else those the history is long and fine enough for. */
function seasonsOf(moments: Float64Array, asked: Seasons): Season[] {
  const sorted = moments.toSorted()
  const span = ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / DAY
  let spacing = Number.POSITIVE_INFINITY
  for (let at = 1; at < sorted.length; at++) {
    const step = ((sorted[at] as number) - (sorted[at - 1] as number)) / DAY
    if (step > 0) spacing = Math.min(spacing, step)
  }
  return SEASONS.flatMap(({ name, days, waves, needs }) => {
    const own = asked[name]
    const fits = span >= needs && spacing < days
    if (own === false || (own === null && !fits)) return []
    // A wave shorter than two steps cannot be told from a longer one.
    const most = Math.floor(days / (2 * spacing))
    return [{ days, waves: Math.min(typeof own === 'number' ? own : waves, most) }]
  })
}

/**
 * The course of a series: a straight line and the waves of its seasons, by least squares; `confidence` (0 to 1) is the
 * share of values expected between the bounds. Missing values are no history; with fewer than two others everything is
 * missing. Moments are epoch milliseconds.
 */
export function forecast(
  history: { readonly moments: Float64Array; readonly values: Float64Array },
  moments: Float64Array,
  asked: Seasons,
  confidence: number,
): Forecast {
  const known = [...history.values.keys()].filter((row) => Number.isFinite(history.values[row]))
  const at = Float64Array.from(known, (row) => history.moments[row] as number)
  const values = Float64Array.from(known, (row) => history.values[row] as number)
  const missing = () => new Float64Array(moments.length).fill(Number.NaN)
  if (known.length < 2) return { yhat: missing(), lower: missing(), upper: missing() }
  const rowOf = designOf(at, seasonsOf(at, asked))
  const model = fitted(at, values, rowOf)
  const rows = Array.from(moments, rowOf)
  const yhat = Float64Array.from(rows, (row) => model.expect(row))
  const reach = normalQuantile((1 + confidence) / 2)
  const bound = (sign: number) =>
    yhat.map((value, row) => value + sign * reach * model.error(rows[row] as Float64Array))
  return { yhat, lower: bound(-1), upper: bound(1) }
}

/** The row of the model at a moment: 1, the time from 0 to 1 over the history, two cells for each wave. */
function designOf(history: Float64Array, seasons: readonly Season[]): (moment: number) => Float64Array {
  const first = history.reduce((least, moment) => Math.min(least, moment), Number.POSITIVE_INFINITY)
  const last = history.reduce((most, moment) => Math.max(most, moment), Number.NEGATIVE_INFINITY)
  const span = last - first || 1
  return (moment) => {
    const waves = seasons.flatMap(({ days, waves: count }) =>
      Array.from({ length: count }, (_, at) => (2 * Math.PI * (at + 1) * moment) / (days * DAY)),
    )
    return Float64Array.from([
      1,
      (moment - first) / span,
      ...waves.flatMap((angle) => [Math.sin(angle), Math.cos(angle)]),
    ])
  }
}

function fitted(moments: Float64Array, values: Float64Array, rowOf: (moment: number) => Float64Array): LinearModel {
  const rows = Array.from(moments, rowOf)
  const size = rows[0]?.length ?? 2
  const penalties = new Float64Array(size).fill(PENALTY, 2)
  return fitLinear(rows, values, penalties)
}
