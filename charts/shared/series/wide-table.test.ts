import { describe, expect, it } from 'vitest'
import type { ChartInput } from '#charts/chart.ts'
import { runPost } from '#core/post/index.ts'
import { metricLabel } from '#core/query/query-object.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { tableOf } from '#testing/post-processing.ts'
import { timeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'
import { timeseriesQuery } from '#charts/shared/timeseries/timeseries-query.ts'
import { seriesNote } from '#charts/shared/timeseries/timeseries-summary.ts'
import { wideTable } from './wide-table.ts'
import { completeInput } from '#testing/complete-input.ts'

const mark = { shape: 'line', curve: 'straight', fill: 0, symbolSize: 0, horizontal: false } as const
const day = (n: number) => Date.UTC(2021, 0, n)

/** Returns the chart input for a form and the rows of its result. */
function answered(form: Record<string, unknown>, rows: Record<string, readonly unknown[]>): ChartInput {
  const whole = { viz_type: 'echarts_timeseries_line', granularity_sqla: 'day', metrics: ['m'], ...form }
  const [query] = timeseriesQuery(whole)
  const { table, labels } = runPost(tableOf(rows), query?.post_processing ?? [])
  const own = table.columns.map(({ name }) => [name, labels[name] ?? [name]] as const)
  const colors = { columns: ['city'], places: { '<NULL>': 1, 'Rome, IT': 4, Rome: 4 } }
  const head = { label_map: Object.fromEntries(own), metrics: query?.metrics?.map(metricLabel), colors }
  return {
    form: whole,
    tables: [table],
    entries: [head as unknown as ResultMetadata],
    dataset: { verbose_map: { m: 'Mean' }, column_formats: {} },
    labelColors: {},
  }
}

const long = {
  __timestamp: ['2021-01-01', '2021-01-02', '2021-01-01'],
  city: ['Rome, IT', 'Rome, IT', null],
  m: [1, 3, 10],
}

describe('a wide result', () => {
  it('returns a series for each combination of dimensions, with their values', () => {
    const input = answered({ groupby: ['city'], rolling_type: 'cumsum', truncate_metric: true }, long)
    expect(wideTable(completeInput(input))).toEqual({
      x: { kind: 'time', column: '__timestamp', label: '__timestamp', values: [day(1), day(2)] },
      series: [
        { name: '<NULL>', metric: 'm', selection: { city: null }, values: [10, null], colorPosition: 1 },
        { name: 'Rome, IT', metric: 'm', selection: { city: 'Rome, IT' }, values: [1, 4], colorPosition: 4 },
      ],
    })
  })

  it('names the metric when it is not left out', () => {
    const input = answered({ groupby: ['city'], rolling_type: 'cumsum' }, long)
    expect(wideTable(completeInput(input))?.series.map(({ name }) => name)).toEqual(['Mean, <NULL>', 'Mean, Rome, IT'])
  })

  it('marks the values of other periods', () => {
    const rows = { __timestamp: ['2021-01-01'], m: [4], 'm__1 year ago': [2], 'm__1 week ago': [3] }
    const compare = { time_compare: ['1 year ago', '1 week ago'] }
    expect(wideTable(completeInput(answered(compare, rows)))?.series).toEqual([
      { name: 'Mean', metric: 'm', selection: {}, values: [4], colorPosition: 0 },
      {
        name: '1 week ago',
        metric: 'm',
        selection: {},
        values: [3],
        colorPosition: 2,
        role: 'compared',
        offset: '1 week ago',
      },
      {
        name: '1 year ago',
        metric: 'm',
        selection: {},
        values: [2],
        colorPosition: 1,
        role: 'compared',
        offset: '1 year ago',
      },
    ])
    const ratio = answered({ ...compare, comparison_type: 'ratio' }, rows)
    expect(wideTable(completeInput(ratio))?.series.map(({ name, values }) => [name, values])).toEqual([
      ['1 year ago', [2]],
      ['1 week ago', [1.3333]],
    ])
  })

  it('names the time of as long before in words', () => {
    const rows = { __timestamp: ['2021-01-01'], city: ['Rome'], m: [4], m__inherit: [2] }
    const input = answered({ metrics: ['m'], groupby: ['city'], time_compare: ['inherit'] }, rows)
    const named = wideTable(completeInput(input))?.series.map(({ name, offset }) => [name, offset])
    expect(named).toEqual([
      ['Rome', undefined],
      ['as long before, Rome', 'inherit'],
    ])
  })

  it('marks them with dimensions and several metrics too', () => {
    const rows = {
      __timestamp: ['2021-01-01'],
      city: ['Rome'],
      m: [4],
      n: [5],
      'm__1 year ago': [2],
      'n__1 year ago': [3],
    }
    const input = answered({ metrics: ['m', 'n'], groupby: ['city'], time_compare: ['1 year ago'] }, rows)
    expect(
      wideTable(completeInput(input))?.series.map(({ name, metric, colorPosition, role }) => [
        name,
        metric,
        colorPosition,
        role,
      ]),
    ).toEqual([
      // Two metrics and the dimension value at position 4 give the positions 8 and 9; a year ago has the same color.
      ['Mean, Rome', 'm', 8, undefined],
      ['Mean, 1 year ago, Rome', 'm', 8, 'compared'],
      ['n, Rome', 'n', 9, undefined],
      ['n, 1 year ago, Rome', 'n', 9, 'compared'],
    ])
  })

  it('marks forecasts and their bounds', () => {
    const form = { forecastEnabled: true, forecastPeriods: 1, time_grain_sqla: 'P1D' }
    const rows = { __timestamp: ['2021-01-01', '2021-01-02', '2021-01-03'], m: [1, 2, 3] }
    const series = wideTable(completeInput(answered(form, rows)))?.series ?? []
    expect(series.map(({ name, metric, role, of }) => [name, metric, role, of])).toEqual([
      ['Mean, forecast', 'm', 'forecast', 'Mean'],
      ['Mean, lower bound', 'm', 'lower', 'Mean'],
      ['Mean, upper bound', 'm', 'upper', 'Mean'],
      ['Mean', 'm', undefined, undefined],
    ])
    expect(series[0]?.values[3]).toBeCloseTo(4, 6)
    expect(series[3]?.values).toEqual([1, 2, 3, null])
  })

  it('leaves out series without values on request, also those of another time', () => {
    const rows = { ...long, 'm__1 year ago': [null, null, null] }
    const form = { groupby: ['city'], time_compare: ['1 year ago'], comparison_type: 'ratio' }
    expect(wideTable(completeInput(answered(form, rows)))?.series).toHaveLength(2)
    expect(wideTable(completeInput(answered({ ...form, show_empty_columns: false }, rows)))?.series).toEqual([])
    const values = { ...form, comparison_type: 'values', show_empty_columns: false }
    expect(wideTable(completeInput(answered(values, rows)))?.series.map(({ name }) => name)).toEqual([
      '<NULL>',
      'Rome, IT',
    ])
  })

  it('includes its shares', () => {
    const form = { groupby: ['city'], rolling_type: 'cumsum', contributionMode: 'row' }
    const { series, yAxis } = timeseriesProps(completeInput(answered(form, long)), mark)
    expect(series.map(({ values }) => values[0])).toEqual([10 / 11, 1 / 11])
    expect(yAxis.format).toBe('.0%')
  })
})

it('raw values and long results do not use the sample', () => {
  expect(wideTable(completeInput(answered({ groupby: ['city'] }, long)))).toBeUndefined()
  const input = answered({ groupby: ['city'], rolling_type: 'cumsum' }, long)
  expect(wideTable(completeInput({ ...input, tables: [tableOf(long)] }))).toBeUndefined()
})

describe('resampling', () => {
  const days = { __timestamp: ['2021-01-01', '2021-01-04'], m: [5, 5] }
  const daily = { resample_rule: '1D', truncate_metric: true }
  const valuesOf = (form: object, rows: Record<string, readonly unknown[]> = days) =>
    wideTable(completeInput(answered({ ...daily, ...form }, rows)))?.series.map(({ values }) => values)

  it('is applied before a rolling window, which then covers days and not rows', () => {
    const rolling = { rolling_type: 'mean', rolling_periods: 2, min_periods: 0 }
    // Resampled: 5, 0, 0, 5.
    expect(valuesOf({ resample_method: 'zerofill', ...rolling })).toEqual([[5, 2.5, 0, 2.5]])
    expect(valuesOf({ resample_method: 'linear', ...rolling, rolling_type: 'sum' })).toEqual([[5, 10, 10, 10]])
  })

  it('resampling is applied before a running total, which continues over filled days', () => {
    expect(valuesOf({ resample_method: 'ffill', rolling_type: 'cumsum' })).toEqual([[5, 10, 15, 20]])
  })

  it('is applied before a comparison: a ratio of sums, not a sum of ratios', () => {
    const rows = { __timestamp: ['2021-01-01', '2021-01-02'], m: [1, 3], 'm__1 year ago': [1, 1] }
    const compare = { time_compare: ['1 year ago'], comparison_type: 'ratio' }
    expect(valuesOf({ ...compare, resample_rule: '7D', resample_method: 'sum' }, rows)).toEqual([[2]])
  })

  it('draws a line between values with the method linear', () => {
    expect(valuesOf({ resample_method: 'linear' }, { ...days, m: [4, 10] })).toEqual([[4, 6, 8, 10]])
  })

  it('counts below the picture the points that the method leaves without a value', () => {
    const noteOf = (form: object) =>
      seriesNote(timeseriesProps(completeInput(answered({ ...daily, ...form }, days)), mark))
    expect(noteOf({ resample_method: 'asfreq' })).toBe('2 points have no value after resampling')
    expect(noteOf({ resample_method: 'mean' })).toBe('2 points have no value after resampling')
    expect(noteOf({ resample_method: 'ffill' })).toBe('')
    expect(noteOf({ resample_method: 'sum' })).toBe('')
  })
})
