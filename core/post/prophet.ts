import { TIMESTAMP } from '#core/query/timestamp.ts'
import { canonicalGrain, shiftedWeeks } from '#core/time/grains.ts'
import { NUMERIC, TEMPORAL } from '#core/table/table.ts'
import { type Frame, type FrameColumn, numbersOf, numeric, throwPostError } from './frame.ts'
import { type Frequency, parseFrequency } from './frequency.ts'
import type { Operation } from './operation.ts'
import { type OptionReader, readOptions } from './option-reader.ts'
import { forecast, type Seasonality, type Seasons } from './seasonal-model.ts'

const WEEK_DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

/**
 * The frequency of future timestamps by the grain of the chart. Months, quarters and years are labelled by their last
 * day.
 */
const FREQUENCIES: Readonly<Record<string, string>> = {
  PT1S: 'S',
  PT5S: '5S',
  PT30S: '30S',
  PT1M: 'T',
  PT5M: '5T',
  PT10M: '10T',
  PT15M: '15T',
  PT30M: '30T',
  PT1H: 'H',
  PT6H: '6H',
  P1D: 'D',
  P1W: 'W-SUN',
  P1M: 'M',
  P3M: 'Q',
  P1Y: 'A',
  ...Object.fromEntries(shiftedWeeks.map(([code, weekStart]) => [code, `W-${WEEK_DAYS[weekStart - 1]}`])),
  '1969-12-29T00:00:00Z/P1W': 'W-MON',
  'P1W/1970-01-03T00:00:00Z': 'W-SAT',
  'P1W/1970-01-04T00:00:00Z': 'W-SUN',
}

const MAX_PERIODS = 10_000
/** More Fourier terms of a season than this only fit the noise. */
const MAX_WAVES = 100
/** Each series has its values, its forecast and two bounds. */
const CELLS_OF_SERIES = 4
/** Operations of the model per timestamp with the default Fourier terms: the square of the width of its rows. */
const OPERATIONS_PER_TIMESTAMP = 1300

interface ProphetOptions {
  readonly frequency: Frequency | undefined
  readonly periods: number
  readonly confidence: number
  readonly seasons: Seasons
  readonly index: string
}

/**
 * Extrapolates every series of a flat frame over time: adds `x__yhat`, `x__yhat_lower` and `x__yhat_upper` for each
 * `x`, and `periods` rows after the last, in which `x` is missing. The model is described in
 * docs/develop/decisions/forecast.md.
 */
export const prophet: Operation<ProphetOptions> = {
  name: 'prophet',
  parse: (options) =>
    readOptions(options, (reader) => {
      const grain = canonicalGrain(reader.text('time_grain') ?? '')
      const rule = Object.hasOwn(FREQUENCIES, grain) ? FREQUENCIES[grain] : undefined
      if (grain === '') reader.fail('Time grain missing')
      else if (rule === undefined) reader.fail(`Unsupported time grain: ${grain}`)
      const periods = reader.number('periods', 0)
      if (!Number.isInteger(periods) || periods < 0) reader.fail('Periods must be a whole number')
      else if (periods > MAX_PERIODS) reader.fail(`Periods must not be more than ${MAX_PERIODS}`)
      const confidence = reader.number('confidence_interval', 0.8)
      if (!(confidence > 0 && confidence < 1)) {
        reader.fail('Confidence interval must be between 0 and 1 (exclusive)')
      }
      return {
        frequency: rule === undefined ? undefined : parseFrequency(rule),
        periods,
        confidence,
        seasons: {
          yearly: seasonality(reader, options['yearly_seasonality'], 'yearly_seasonality'),
          weekly: seasonality(reader, options['weekly_seasonality'], 'weekly_seasonality'),
          daily: seasonality(reader, options['daily_seasonality'], 'daily_seasonality'),
        },
        index: reader.text('index') ?? TIMESTAMP,
      }
    }),
  run(frame, options, budget) {
    const time = [...frame.index, ...frame.columns].find(({ header }) => header[0] === options.index)
    if (!time || !options.frequency) return throwPostError('DataFrame must include temporal column')
    if (time.type !== TEMPORAL) return throwPostError('DataFrame must include temporal column')
    const series = frame.columns.filter((column) => column !== time)
    if (series.length === 0) return throwPostError('DataFrame include at least one series')
    const rows = frame.rowCount + options.periods
    budget.frame(rows, 1 + CELLS_OF_SERIES * series.length)
    budget.work(rows * series.length * OPERATIONS_PER_TIMESTAMP)
    return extendSeries(frame, time, series, options, options.frequency)
  },
}

function seasonality(reader: OptionReader, value: unknown, name: string): Seasonality {
  if (value === null || value === undefined || typeof value === 'boolean') return value ?? null
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_WAVES) return value
  reader.fail(`Invalid option \`${name}\``)
  return null
}

function extendSeries(
  frame: Frame,
  time: FrameColumn,
  series: readonly FrameColumn[],
  { periods, seasons, confidence }: ProphetOptions,
  frequency: Frequency,
): Frame {
  const past = numbersOf(time)
  const last = past.reduce((most, instant) => (instant > most ? instant : most), Number.NEGATIVE_INFINITY)
  const moments = Float64Array.from([...past, ...timestampsAfter(last, periods, frequency)])
  const columns = series.flatMap((column): FrameColumn[] => {
    const values = numbersOf(column)
    const { yhat, lower, upper } = forecast({ moments: past, values }, moments, seasons, confidence)
    const named = (suffix: string, cells: Float64Array) => ({
      ...numeric([`${column.header[0]}${suffix}`], cells),
      ...(column.joined ? { joined: true } : {}),
    })
    const own = new Float64Array(moments.length).fill(Number.NaN)
    own.set(values)
    return [
      named('__yhat', yhat),
      named('__yhat_lower', lower),
      named('__yhat_upper', upper),
      { ...column, type: NUMERIC, values: own },
    ]
  })
  const index: FrameColumn = { ...time, values: moments }
  return { index: [], columns: [index, ...columns], levels: frame.levels, rowCount: moments.length }
}

/**
 * Returns the timestamps after `last`: at fixed intervals from it, otherwise the ends of the interval that contains it
 * and of the following ones.
 */
function timestampsAfter(last: number, periods: number, frequency: Frequency): number[] {
  if (!Number.isFinite(last)) return []
  const own = frequency.bucketOf(last)
  const label = frequency.labelOf(own)
  const begins = frequency.fixed || label <= last ? 1 : 0
  const offset = frequency.fixed ? last - label : 0
  return Array.from(
    { length: periods },
    (_, at) => frequency.labelOf(own + (at + begins) * frequency.multiple) + offset,
  )
}
