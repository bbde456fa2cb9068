import { describe, expect, it } from 'vitest'
import {
  timeComparisonOf,
  comparisonTypes,
  isAdvanced,
  metricColumns,
  sortSteps,
  resampleMethods,
  resampleRules,
  rollingTypes,
  timeseriesSteps,
} from './advanced-analytics.ts'

const form = { viz_type: 'echarts_timeseries_line' }
const shape = { x: 'day', metrics: ['m'], series: ['city'] }
const names = (more: object, of = shape) => timeseriesSteps({ ...form, ...more }, of).map(({ operation }) => operation)
const options = (name: string, more: object, of = shape) =>
  timeseriesSteps({ ...form, ...more }, of).find(({ operation }) => operation === name)?.options

it('K-TIME-05: the rolling functions', () => {
  expect(rollingTypes).toEqual(['None', 'mean', 'sum', 'std', 'cumsum'])
})

it('K-TIME-06: the comparison types, of which absolute is the difference', () => {
  expect(comparisonTypes).toEqual(['values', 'absolute', 'percentage', 'ratio'])
  expect(timeComparisonOf({ ...form, time_compare: ['1 week'], comparison_type: 'absolute' }, ['m'])?.type).toBe(
    'difference',
  )
})

it('K-TIME-07: the resample rules', () => {
  expect(resampleRules).toEqual(['1T', '1H', '1D', '7D', '1M', '1AS'])
})

it('K-TIME-08: the resample methods', () => {
  expect(resampleMethods).toEqual(['asfreq', 'bfill', 'ffill', 'median', 'mean', 'sum'])
})

describe('detects advanced analytics in a form', () => {
  it.each<[object, boolean]>([
    [{}, false],
    [{ rolling_type: 'None', time_compare: [], resample_rule: '1D', contributionMode: 'row' }, false],
    [{ rolling_type: 'mean' }, true],
    [{ time_compare: '1 week ago' }, true],
    [{ time_compare: ['1 week ago'], comparison_type: 'odd' }, false],
    [{ resample_rule: '1D', resample_method: 'sum' }, true],
    [{ forecastEnabled: true }, true],
  ])('%j: %s', (more, expected) => {
    expect(isAdvanced({ ...form, ...more }, ['m'])).toBe(expected)
  })

  it('detects no comparison without a metric', () => {
    expect(isAdvanced({ ...form, time_compare: ['1 week'] }, [])).toBe(false)
  })
})

describe('the steps of a chart over time', () => {
  it('spreads out, then flattens', () => {
    expect(timeseriesSteps(form, shape)).toEqual([
      {
        operation: 'pivot',
        options: {
          index: ['day'],
          columns: ['city'],
          aggregates: { m: { operator: 'mean' } },
          drop_missing_columns: false,
        },
      },
      { operation: 'flatten' },
    ])
    expect(options('pivot', { show_empty_columns: false })).toMatchObject({ drop_missing_columns: false })
  })

  it('apply in their order', () => {
    const all = {
      rolling_type: 'mean',
      time_compare: ['1 year ago'],
      resample_rule: '1D',
      resample_method: 'ffill',
      contributionMode: 'row',
      forecastEnabled: true,
    }
    expect(names(all)).toEqual(['pivot', 'resample', 'rolling', 'rename', 'contribution', 'flatten', 'prophet'])
    expect(names({ ...all, comparison_type: 'ratio' }).slice(0, 4)).toEqual(['pivot', 'resample', 'compare', 'rolling'])
    expect(names({ ...all, rolling_type: 'cumsum' }).slice(0, 3)).toEqual(['pivot', 'resample', 'cum'])
  })

  it('rounds rolling windows to an integer number of displayed rows', () => {
    expect(options('rolling', { rolling_type: 'std', rolling_periods: '7.9', min_periods: 3 })).toEqual({
      rolling_type: 'std',
      window: 7,
      min_periods: 3,
      columns: { m: 'm' },
    })
    expect(options('rolling', { rolling_type: 'sum', rolling_periods: null })).toMatchObject({
      window: 1,
      min_periods: 0,
    })
    expect(options('cum', { rolling_type: 'cumsum', time_compare: ['1 week'] })).toEqual({
      operator: 'sum',
      columns: { m: 'm', 'm__1 week': 'm__1 week' },
    })
    expect(
      options('cum', { rolling_type: 'cumsum', time_compare: ['1 week'], comparison_type: 'ratio' }),
    ).toMatchObject({
      columns: { 'ratio__m__m__1 week': 'ratio__m__m__1 week' },
    })
  })

  it('compare every metric with itself at every other time', () => {
    const two = { ...shape, metrics: ['a', 'b'] }
    const more = { time_compare: ['1 day', '1 week'], comparison_type: 'percentage' }
    expect(Object.keys(options('pivot', more, two)?.['aggregates'] as object)).toEqual([
      'a',
      'b',
      'a__1 day',
      'a__1 week',
      'b__1 day',
      'b__1 week',
    ])
    expect(options('compare', more, two)).toEqual({
      source_columns: ['a', 'a', 'b', 'b'],
      compare_columns: ['a__1 day', 'a__1 week', 'b__1 day', 'b__1 week'],
      compare_type: 'percentage',
      drop_original_columns: true,
    })
    expect(options('rename', more, two)?.['columns']).toEqual({
      'percentage__a__a__1 day': 'a, 1 day',
      'percentage__a__a__1 week': 'a, 1 week',
      'percentage__b__b__1 day': 'b, 1 day',
      'percentage__b__b__1 week': 'b, 1 week',
    })
  })

  it('omit the metric from series names when there is only one', () => {
    expect(options('rename', { truncate_metric: true })?.['columns']).toEqual({ m: null })
    expect(options('rename', {})).toBeUndefined()
    expect(options('rename', { time_compare: ['1 day'] }, { ...shape, series: [] })?.['columns']).toEqual({
      'm__1 day': '1 day',
    })
    expect(metricColumns({ ...form, time_compare: ['1 day'] }, shape).map(({ name }) => name)).toEqual([null, '1 day'])
  })

  it('fills with zeros for older forms', () => {
    expect(options('resample', { resample_rule: '1D', resample_method: 'zerofill' })).toEqual({
      rule: '1D',
      method: 'asfreq',
      fill_value: 0,
    })
  })

  it('continue the series by the grain in force', () => {
    const more = {
      forecastEnabled: true,
      time_grain_sqla: 'P1D',
      forecastSeasonalityYearly: false,
      forecastSeasonalityDaily: '4',
    }
    expect(options('prophet', { ...more, extra_form_data: { time_grain_sqla: 'P1W' }, forecastPeriods: '5' })).toEqual({
      time_grain: 'P1W',
      periods: 5,
      confidence_interval: 0.8,
      yearly_seasonality: false,
      weekly_seasonality: null,
      daily_seasonality: 4,
      index: 'day',
    })
  })

  it('sorts the x axis by itself or by a metric, only without dimensions', () => {
    const plain = { ...shape, series: [], metrics: ['a', 'b'] }
    const steps = (more: object, of = plain) => timeseriesSteps({ ...form, ...more }, of)
    expect(steps({ x_axis_sort: 'day', x_axis_sort_asc: false })).toContainEqual({
      operation: 'sort',
      options: { is_sort_index: true, ascending: false },
    })
    expect(steps({ x_axis_sort: 'b' })).toContainEqual({ operation: 'sort', options: { by: 'b', ascending: true } })
    expect(names({ x_axis_sort: 'day', contributionMode: 'row', forecastEnabled: true }, plain)).toEqual([
      'pivot',
      'contribution',
      'sort',
      'flatten',
      'prophet',
    ])
    const none = [
      names({ x_axis_sort: 'a' }, { ...plain, series: ['city'] }),
      names({ x_axis_sort: 'other' }, plain),
      names({ x_axis_sort: null }, plain),
      names({ x_axis_sort: 'a', time_compare: ['1 day'], comparison_type: 'ratio' }, plain),
    ]
    expect(none.flat()).not.toContain('sort')
  })
})

it('a plain result is ordered by its columns, or not at all', () => {
  const plain = { ...shape, series: [] }
  expect(sortSteps({ ...form, x_axis_sort: 'day', x_axis_sort_asc: false }, plain)).toEqual([
    { operation: 'sort', options: { by: 'day', ascending: false } },
  ])
  expect(sortSteps({ ...form, x_axis_sort: 'm' }, plain)).toEqual([
    { operation: 'sort', options: { by: 'm', ascending: true } },
  ])
  expect(sortSteps({ ...form, x_axis_sort: 'gone' }, plain)).toEqual([])
  expect(sortSteps({ ...form, x_axis_sort: 'm' }, shape)).toEqual([])
  expect(sortSteps(form, plain)).toEqual([])
})
