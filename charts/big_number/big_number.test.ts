import { describe, expect, it } from 'vitest'
import { big_number } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { bigNumberLayout } from './layout.ts'
import { trendOption } from './option.ts'
import { type TrendProps, toProps } from './props.ts'
import { footerLines, trendSummary } from './texts.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { type Column, NUMERIC, TEMPORAL, type Value } from '#core/table/table.ts'

const MONTHS = [0, 1, 2, 3].map((month) => Date.UTC(2020, month, 1))
const said = { viz_type: 'big_number', metric: 'count', granularity_sqla: 'date', time_grain_sqla: 'P1M' }

/** Rows arrive latest month first, as the query returns them. */
function propsOf(values: readonly Value[], form: object = {}, entry: object = {}): TrendProps {
  const columns: Column[] = [
    { name: '__timestamp', type: TEMPORAL, values: MONTHS.slice(0, values.length).toReversed() },
    { name: 'count', type: NUMERIC, values: values.toReversed() },
  ]
  return propsFor(big_number, toProps, {
    form: { ...said, ...form },
    tables: [{ columns, rowCount: values.length }],
    entries: [entry as ResultMetadata],
    dataset: { verbose_map: { count: 'Orders' }, column_formats: { count: ',d' } },
    labelColors: {},
  })
}

const optionOf = (props: TrendProps) =>
  trendOption(
    props,
    chartThemeOf(() => '#123456'),
  ) as unknown as {
    xAxis: { min?: number; max?: number }
    yAxis: { min: number; max: number }
    series: { data: unknown[]; lineStyle: { type?: string } }[]
    tooltip: { formatter: (hovered: unknown) => string }
  }

describe('the number with its trend', () => {
  it('shows the last value and the value of an earlier period', () => {
    const props = propsOf([200, 80, 100, 90], { compare_lag: '2', compare_suffix: 'in two months' })
    expect([props.value, props.at]).toEqual([90, MONTHS[3]])
    // (90 - 80) / 80
    expect(props.change).toBe(0.125)
    expect(footerLines(props)).toEqual(['+12.5% in two months'])
    const gap = propsOf([200, 80, 100, null], { compare_lag: 1 })
    // (100 - 80) / 80
    expect([gap.value, gap.at, gap.change]).toEqual([100, MONTHS[2], 0.25])
  })

  it('shows a negative change for values below zero, and none without a value to compare with', () => {
    // (-30 - -20) / 20
    expect(footerLines(propsOf([-20, -30], { compare_lag: 1 }))).toEqual(['−50.0%'])
    expect(propsOf([0, 5], { compare_lag: 1 }).change).toBeNull()
    expect(propsOf([5], { compare_lag: 1 }).change).toBeNull()
    expect(propsOf([4, 5]).change).toBeNull()
    expect(propsOf([]).value).toBeNull()
  })

  it('names its period if set, and always an incomplete one', () => {
    expect(footerLines(propsOf([1, 2], { show_timestamp: true, time_format: '%Y-%m' }))).toEqual(['2020-02'])
    const open = propsOf([1, 2, 4], { time_format: '%Y-%m' }, { open_period: MONTHS[2] })
    expect(footerLines(open)).toEqual(['2020-03, incomplete'])
    const [whole, rest] = optionOf(open).series
    expect(whole?.data).toEqual([
      [MONTHS[0], 1],
      [MONTHS[1], 2],
    ])
    expect([rest?.data, rest?.lineStyle.type]).toEqual([
      [
        [MONTHS[1], 2],
        [MONTHS[2], 4],
      ],
      'dotted',
    ])
  })

  it('starts its line at zero or at the minimum, and covers the time range if set', () => {
    expect(optionOf(propsOf([3, 5])).yAxis).toMatchObject({ min: 0, max: 5 })
    expect(optionOf(propsOf([3, 5], { start_y_axis_at_zero: false })).yAxis).toMatchObject({ min: 3, max: 5 })
    expect(optionOf(propsOf([4, 4], { start_y_axis_at_zero: false })).yAxis).toMatchObject({ min: 3, max: 5 })
    const range = { from_dttm: 0, to_dttm: MONTHS[3] }
    expect(optionOf(propsOf([3, 5], { time_range_fixed: true }, range)).xAxis).toMatchObject({ min: 0, max: MONTHS[3] })
    expect(optionOf(propsOf([3, 5], {}, range)).xAxis).not.toHaveProperty('min')
    expect(propsOf([3, 5], { show_trend_line: false }).moments).toEqual([])
  })

  it('describes a point and the complete line for screen readers', () => {
    const props = propsOf([1000, 3000, 2000], { time_format: '%Y-%m' })
    const errorText = optionOf(props).tooltip.formatter([{ value: [MONTHS[1], 3000] }])
    expect(errorText).toContain('2020-02')
    expect(errorText).toContain('3,000')
    expect(trendSummary(props)).toBe(
      'Orders: first 1,000 at 2020-01, last 2,000 at 2020-03, highest 3,000 at 2020-02, lowest 1,000 at 2020-01',
    )
  })

  it('marks a first period that is cut: dotted in the line, incomplete in words', () => {
    const props = propsOf([1, 3, 5], {}, { cut_period: MONTHS[0] })
    const option = optionOf(props) as unknown as {
      series: readonly { id: string; data: readonly unknown[]; lineStyle?: { type?: string } }[]
      tooltip: { formatter: (hovered: readonly object[]) => string }
    }
    const first = option.series.find(({ id }) => id === 's2')
    expect([first?.data, first?.lineStyle?.type]).toEqual([
      [
        [MONTHS[0], 1],
        [MONTHS[1], 3],
      ],
      'dotted',
    ])
    expect(option.series.find(({ id }) => id === 's0')?.data).toEqual([
      [MONTHS[1], 3],
      [MONTHS[2], 5],
    ])
    const reported = (at: number) => option.tooltip.formatter([{ value: [MONTHS[at], 1] }])
    expect([reported(0), reported(1)].map((text) => text.includes('incomplete'))).toEqual([true, false])
    const whole = propsOf([1, 3, 5], {}, {})
    expect([whole.isFirstCut, props.isFirstCut]).toEqual([false, true])
  })

  it('aggregates all values of its line if set, without a period and a change', () => {
    const one = (aggregation: string, values: readonly Value[] = [5, null, 1, 2]) =>
      propsOf(values, { aggregation, compare_lag: 1, show_timestamp: true })
    expect(['sum', 'mean', 'min', 'max', 'median'].map((each) => one(each).value)).toEqual([8, 8 / 3, 1, 5, 2])
    expect(one('median', [4, 1, 3, 2]).value).toBe(2.5)
    expect(one('sum', []).value).toBeNull()
    expect(one('median', [null]).value).toBeNull()
    expect(footerLines(one('sum'))).toEqual([])
    expect(one('sum').moments).toHaveLength(4)
    const open = propsOf([1, 2, 4], { aggregation: 'sum' }, { open_period: MONTHS[2] })
    expect([open.value, open.isOpen, open.moments.map(({ value }) => value)]).toEqual([7, false, [1, 2]])
    expect(footerLines(propsOf([1, 2], { aggregation: 'max', subheader: 'a day' }))).toEqual(['a day'])
  })

  it('shows the metric over all rows from the second result, with that of another time', () => {
    const overall = (values: Readonly<Record<string, Value>>, form: object = {}) => {
      const columns = Object.entries(values).map(([name, value]): Column => ({ name, type: NUMERIC, values: [value] }))
      return propsFor(big_number, toProps, {
        form: { ...said, aggregation: 'raw', subheader: 'min', ...form },
        tables: [
          { columns: [{ name: '__timestamp', type: TEMPORAL, values: [MONTHS[0] ?? 0] }], rowCount: 1 },
          { columns, rowCount: 1 },
        ],
        entries: [],
        dataset: { verbose_map: {}, column_formats: { count: ',.1f' } },
        labelColors: {},
      })
    }
    expect([overall({ count: 6.7 }).value, footerLines(overall({ count: 6.7 }))]).toEqual([6.7, ['min']])
    const compared = overall({ count: 6, 'count__1 week ago': 8 }, { time_compare: ['1 week ago'] })
    // (6 - 8) / 8
    expect(footerLines(compared)).toEqual(['↓ −25\u2009%, before 8.0\u2009min'])
  })

  it('places the number above its line, next to it in a low box, and without it in a narrow one', () => {
    expect(bigNumberLayout(300, 200, true)).toMatchObject({
      figure: { height: 140 },
      trend: { width: 300, height: 60 },
    })
    // 42 of 100 of the width, and the height minus one 16 px line of text.
    expect(bigNumberLayout(200, 60, true)).toMatchObject({
      isInline: true,
      room: 116,
      trend: { width: 84, height: 44 },
    })
    expect(bigNumberLayout(150, 60, true).trend).toBeUndefined()
    expect(bigNumberLayout(300, 200, false)).toMatchObject({ figure: { height: 200 }, trend: undefined })
  })
})

describe('queries', () => {
  it('queries only buckets of the time column, the latest first', () => {
    const [query] = big_number.toQueries({ ...said, groupby: ['origin'], metrics: ['delay'] })
    expect(query).toMatchObject({ metrics: ['count'], columns: [], is_timeseries: true })
    expect(query?.orderby).toEqual([['__timestamp', false]])
    expect(query?.post_processing).toEqual([])
  })

  it('queries the x axis of newer forms by its grain', () => {
    const [query] = big_number.toQueries({ ...said, x_axis: 'date' })
    expect(query?.columns).toMatchObject([{ label: 'date', columnType: 'BASE_AXIS', timeGrain: 'P1M' }])
    expect(query).not.toHaveProperty('is_timeseries')
    expect(query?.orderby).toEqual([['date', false]])
  })

  it('queries the metric over all rows if the number shows it, also at another time', () => {
    const [trend, overall] = big_number.toQueries({ ...said, aggregation: 'raw', time_compare: ['1 week ago'] })
    expect(trend).toMatchObject({ is_timeseries: true })
    expect(trend?.time_offsets ?? []).toEqual([])
    expect(overall).toMatchObject({ metrics: ['count'], columns: [], time_offsets: ['1 week ago'] })
    expect(overall).not.toHaveProperty('is_timeseries')
    expect(big_number.toQueries({ ...said, aggregation: 'sum' })).toHaveLength(1)
    const compares = big_number.compares as (form: object) => boolean
    expect([compares({ aggregation: 'raw' }), compares({ aggregation: 'sum' }), compares({})]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('applies rolling windows and fills, and computes the comparison', () => {
    const rolling = { rolling_type: 'mean', rolling_periods: 3, min_periods: 2, time_compare: ['1 year ago'] }
    const [query] = big_number.toQueries({ ...said, ...rolling, resample_rule: '1D', resample_method: 'ffill' })
    expect(query?.post_processing).toEqual([
      {
        operation: 'pivot',
        options: {
          index: ['__timestamp'],
          columns: [],
          aggregates: { count: { operator: 'mean' } },
          drop_missing_columns: false,
        },
      },
      { operation: 'resample', options: { method: 'ffill', rule: '1D', fill_value: null } },
      {
        operation: 'rolling',
        options: { rolling_type: 'mean', window: 3, min_periods: 2, columns: { count: 'count' } },
      },
      { operation: 'flatten' },
    ])
    expect(query?.time_offsets ?? []).toEqual([])
  })
})
