import { type Design, fitLinear } from './linear-model.ts'
import { normalQuantile } from './normal-quantile.ts'

/** Fourier terms of one season: true and null use the default, a number sets how many, false means none. */
export type Seasonality = boolean | number | null

export interface Seasons {
  readonly yearly: Seasonality
  readonly weekly: Seasonality
  readonly daily: Seasonality
}

/** The forecast at one timestamp. */
export interface Forecast {
  readonly yhat: Float64Array
  readonly lower: Float64Array
  readonly upper: Float64Array
}

const DAY = 86_400_000

/** Length of a season in days, its number of Fourier terms, and the days of history required to use it by default. */
const SEASONS = [
  { name: 'yearly', days: 365.25, waves: 10, needs: 730 },
  { name: 'weekly', days: 7, waves: 3, needs: 14 },
  { name: 'daily', days: 1, waves: 4, needs: 2 },
] as const

/** Penalizes the Fourier coefficients slightly, so that more terms than the history can separate do no harm. */
const PENALTY = 0.01

interface Season {
  readonly days: number
  readonly waves: number
}

/** Returns the seasons to use: the requested ones, otherwise those for which the history is long and fine enough. */
function seasonsOf(moments: Float64Array, requested: Seasons): Season[] {
  const sorted = moments.toSorted()
  const span = ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / DAY
  let spacing = Number.POSITIVE_INFINITY
  for (let index = 1; index < sorted.length; index++) {
    const step = ((sorted[index] as number) - (sorted[index - 1] as number)) / DAY
    if (step > 0) spacing = Math.min(spacing, step)
  }
  return SEASONS.flatMap(({ name, days, waves, needs }) => {
    const own = requested[name]
    const fits = span >= needs && spacing < days
    if (own === false || (own === null && !fits)) return []
    // A period shorter than two intervals is indistinguishable from a longer one.
    const most = Math.floor(days / (2 * spacing))
    return [{ days, waves: Math.min(typeof own === 'number' ? own : waves, most) }]
  })
}

/**
 * Fits a series by a linear trend and the Fourier terms of its seasons, with least squares. `confidence` (0 to 1) is
 * the share of values expected between the bounds. Missing values are ignored; with fewer than two values everything is
 * missing. Timestamps are epoch milliseconds.
 */
export function forecast(
  history: { readonly moments: Float64Array; readonly values: Float64Array },
  moments: Float64Array,
  requested: Seasons,
  confidence: number,
): Forecast {
  const known = [...history.values.keys()].filter((row) => Number.isFinite(history.values[row]))
  const at = Float64Array.from(known, (row) => history.moments[row] as number)
  const values = Float64Array.from(known, (row) => history.values[row] as number)
  const missing = () => new Float64Array(moments.length).fill(Number.NaN)
  if (known.length < 2) return { yhat: missing(), lower: missing(), upper: missing() }
  const designOf = designer(at, seasonsOf(at, requested))
  const past = designOf(at)
  const model = fitLinear(past, values, new Float64Array(past.width).fill(PENALTY, 2))
  const design = designOf(moments)
  const yhat = model.expect(design)
  const reach = normalQuantile((1 + confidence) / 2)
  const errors = model.errors(design)
  const bound = (sign: number) => yhat.map((value, row) => value + sign * reach * (errors[row] as number))
  return { yhat, lower: bound(-1), upper: bound(1) }
}

/**
 * Returns a function that builds the rows of the model at timestamps: 1, the time scaled to 0..1 over the history, and
 * sine and cosine of each term.
 */
function designer(history: Float64Array, seasons: readonly Season[]): (moments: Float64Array) => Design {
  const first = history.reduce((least, instant) => Math.min(least, instant), Number.POSITIVE_INFINITY)
  const last = history.reduce((most, instant) => Math.max(most, instant), Number.NEGATIVE_INFINITY)
  const span = last - first || 1
  const width = 2 + 2 * seasons.reduce((sum, { waves }) => sum + waves, 0)
  return (moments) => {
    const cells = new Float64Array(moments.length * width)
    for (const [row, instant] of moments.entries()) {
      let at = row * width
      cells[at++] = 1
      cells[at++] = (instant - first) / span
      for (const season of seasons) at = writeFourierTerms(cells, at, instant, season)
    }
    return { cells, width, length: moments.length }
  }
}

/**
 * Writes the Fourier terms of a season into the cells from `start` on; each term is derived from the previous one by
 * angle addition.
 */
function writeFourierTerms(cells: Float64Array, start: number, instant: number, { days, waves }: Season): number {
  const angle = (2 * Math.PI * instant) / (days * DAY)
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  let [s, c] = [sine, cosine]
  for (let wave = 0; wave < waves; wave++) {
    cells[start + 2 * wave] = s
    cells[start + 2 * wave + 1] = c
    ;[s, c] = [s * cosine + c * sine, c * cosine - s * sine]
  }
  return start + 2 * waves
}
