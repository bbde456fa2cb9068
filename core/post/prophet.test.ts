import { describe, expect, it } from 'vitest'
import { post } from '#testing/post-processing.ts'
import { normalQuantile } from './normal-quantile.ts'

const DAY = 86_400_000
const days = (count: number, from = Date.UTC(2021, 0, 1)) =>
  Array.from({ length: count }, (_, at) => new Date(from + at * DAY).toISOString().slice(0, 10))
const options = { time_grain: 'P1D', periods: 2, confidence_interval: 0.8, index: 't' }

function forecast(y: readonly (number | null)[], more: object = {}, t = days(y.length)) {
  return post({ t, y }, ['prophet', { ...options, ...more }])
}

describe('a continued series', () => {
  it('extends a straight line and returns the history as well', () => {
    const result = forecast([1, 2, 3, 4])
    expect(Object.keys(result)).toEqual(['t', 'y__yhat', 'y__yhat_lower', 'y__yhat_upper', 'y'])
    expect(result.t?.slice(3)).toEqual(['2021-01-04', '2021-01-05', '2021-01-06'])
    expect(result.y).toEqual([1, 2, 3, 4, null, null])
    for (const name of ['y__yhat', 'y__yhat_lower', 'y__yhat_upper']) {
      for (const [at, value] of (result[name] ?? []).entries()) expect(value).toBeCloseTo(at + 1, 4)
    }
  })

  it('repeats the weekly pattern of the data', () => {
    const week = [5, 1, 1, 1, 1, 3, 9]
    const y = Array.from({ length: 56 }, (_, at) => week[at % 7] as number)
    const { y__yhat = [] } = forecast(y, { periods: 7 })
    for (const [at, value] of y__yhat.slice(56).entries()) expect(value).toBeCloseTo(week[at] as number, 1)
  })

  it('omits a seasonality that is turned off', () => {
    const y = Array.from({ length: 56 }, (_, at) => (at % 7 === 0 ? 7 : 0))
    const { y__yhat = [] } = forecast(y, { weekly_seasonality: false })
    expect(Math.abs(Number(y__yhat[56]) - 1)).toBeLessThan(0.5)
  })

  it('gets bounds that widen with the confidence and with the time ahead', () => {
    const y = [3, 5, 4, 8, 6, 9, 8, 11]
    const width = (confidence_interval: number) => {
      const result = forecast(y, { periods: 5, confidence_interval })
      return (result.y__yhat_upper ?? []).map((value, at) => Number(value) - Number(result.y__yhat_lower?.[at]))
    }
    const [narrow, wide] = [width(0.5), width(0.95)]
    for (const at of wide.keys()) expect(wide[at]).toBeGreaterThan(narrow[at] as number)
    expect(wide[12]).toBeGreaterThan(wide[8] as number)
  })

  it('returns the interval of a regression: noise of 1 computed by hand', () => {
    // y = 0, 2, 0, 2 on a line through 0.4 with slope 0.4: residuals -0.4, 1.2, -1.2, 0.4, noise variance 3.2 / 2.
    const result = forecast([0, 2, 0, 2], { periods: 1, confidence_interval: 0.8 })
    const expected = 0.4 + 0.4 * 4
    const error = Math.sqrt(1.6 * (1 + 1 / 4 + 2.5 ** 2 / 5))
    expect(result.y__yhat?.[4]).toBeCloseTo(expected, 8)
    expect(result.y__yhat_upper?.[4]).toBeCloseTo(expected + 1.2815515655446004 * error, 6)
  })

  it('skips missing values, and returns nulls for a series with one value', () => {
    expect(forecast([1, null, 3]).y__yhat?.[1]).toBeCloseTo(2, 8)
    expect(forecast([1, null, null]).y__yhat).toEqual([null, null, null, null, null])
  })
})

describe('returns the timestamps after the history', () => {
  it.each([
    ['P1M', '2021-01-01', ['2021-02-28', '2021-03-31']],
    ['P3M', '2021-01-01', ['2021-03-31', '2021-06-30']],
    ['P1Y', '2021-01-01', ['2021-12-31', '2022-12-31']],
    ['P1W', '2021-01-04', ['2021-01-10', '2021-01-17']],
    ['1969-12-29T00:00:00Z/P1W', '2021-01-04', ['2021-01-11', '2021-01-18']],
    ['P1W/1970-01-03T00:00:00Z', '2021-01-04', ['2021-01-09', '2021-01-16']],
    ['PT1H', '2021-01-04T05:30', ['2021-01-04T06:30', '2021-01-04T07:30']],
  ])('%s after %s', (time_grain, last, expected) => {
    const from = time_grain === 'P1M' ? '2021-01-31' : '2020-12-01'
    const end = time_grain === 'P1M' ? '2021-02-01' : last
    expect(forecast([1, 2], { time_grain }, [from, end]).t?.slice(2)).toEqual(expected)
  })
})

it.each([
  [{ time_grain: undefined }, 'Time grain missing'],
  [{ time_grain: 'P1X' }, 'Unsupported time grain: P1X'],
  [{ periods: -1 }, 'Periods must be a whole number'],
  [{ periods: 1.5 }, 'Periods must be a whole number'],
  [{ confidence_interval: 1 }, 'Confidence interval must be between 0 and 1 (exclusive)'],
  [{ index: 'x' }, 'DataFrame must include temporal column'],
])('explains the error in %j', (more, message) => {
  expect(() => forecast([1, 2], more)).toThrow(message)
})

it('needs a series', () => {
  expect(() => post({ t: days(2) }, ['prophet', options])).toThrow('DataFrame include at least one series')
})

it.each([
  [0.5, 0],
  [0.975, 1.959963985],
  [0.9, 1.281551566],
  [0.001, -3.090232306],
])('the normal quantile of %d is %d', (p, expected) => {
  expect(normalQuantile(p)).toBeCloseTo(expected, 8)
})
