import { describe, expect, it } from 'vitest'
import { mixed_timeseries } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { toProps } from './props.ts'
import { chartType } from '#charts/index.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { timeseriesOption } from '#charts/shared/timeseries/timeseries-option.ts'
import type { TimeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'
import { timeseriesSummary } from '#charts/shared/timeseries/timeseries-summary.ts'
import { NUMERIC, STRING, type Table, TEMPORAL, type Value } from '#core/table/table.ts'

const DAY = 86_400_000
const said = {
  viz_type: 'mixed_timeseries',
  metrics: ['revenue'],
  metrics_b: ['orders'],
  granularity_sqla: 'date',
  time_grain_sqla: 'P1D',
}

/** Rows of day, value and optional group. */
function answer(metric: string, rows: readonly (readonly [day: number, value: number, group?: Value])[]): Table {
  const groups = rows.flatMap(([, , group]) => (group === undefined ? [] : [group]))
  return {
    columns: [
      { name: '__timestamp', type: TEMPORAL, values: rows.map(([day]) => day * DAY) },
      ...(groups.length > 0 ? [{ name: 'kind', type: STRING, values: groups } as const] : []),
      { name: metric, type: NUMERIC, values: rows.map(([, value]) => value) },
    ],
    rowCount: rows.length,
  }
}

function propsOf(form: object, first: Table, second: Table): TimeseriesProps {
  return propsFor(mixed_timeseries, toProps, {
    form: { ...said, ...form },
    tables: [first, second],
    entries: [],
    dataset: { verbose_map: { revenue: 'Revenue' }, column_formats: { revenue: '$,.0f', orders: ',d' } },
    labelColors: {},
  })
}

function optionOf(props: TimeseriesProps) {
  const option = timeseriesOption(
    { ...props, width: 600, height: 300, theme: 'light' },
    chartThemeOf((name) => `#${name}`),
  )
  return option as unknown as {
    series: { id: string; name: string; type: string; stack?: string; yAxisIndex?: number; lineStyle?: object }[]
    yAxis: object | object[]
    tooltip: { formatter: (hovered: unknown) => string }
  }
}

const revenue = answer('revenue', [
  [0, 10],
  [2, 30],
])
const orders = answer('orders', [
  [1, 4],
  [2, 6],
])

describe('two queries over one axis', () => {
  it('positions both series where they have values', () => {
    const { x, series } = propsOf({}, revenue, orders)
    expect(x.values).toEqual([0, DAY, 2 * DAY])
    expect(series.map(({ name, values }) => [name, values])).toEqual([
      ['Revenue', [10, null, 30]],
      ['orders', [null, 4, 6]],
    ])
    // The second metric has the second color.
    expect(series.map(({ colorPosition }) => colorPosition)).toEqual([0, 1])
  })

  it('keeps styles, axes and formats separate', () => {
    const props = propsOf(
      {
        seriesType: 'bar',
        seriesTypeB: 'smooth',
        yAxisIndexB: 1,
        logAxisSecondary: true,
        yAxisTitleSecondary: 'Orders',
      },
      revenue,
      orders,
    )
    const { series, yAxis, tooltip } = optionOf(props)
    expect(series[0]).toMatchObject({ id: 's0', type: 'bar' })
    expect(series[0]).not.toHaveProperty('yAxisIndex')
    expect(series[1]).toMatchObject({ id: 's1', type: 'line', smooth: true, yAxisIndex: 1 })
    expect(yAxis).toMatchObject([{ type: 'value' }, { type: 'log', position: 'right', name: 'Orders' }])
    const errorText = tooltip.formatter([
      { seriesId: 's0', dataIndex: 2 },
      { seriesId: 's1', dataIndex: 2 },
    ])
    expect(errorText).toContain('$30')
    expect(timeseriesSummary(props)).toContain('Revenue: first $10, last $30')
    expect(optionOf(propsOf({}, revenue, orders)).yAxis).not.toBeInstanceOf(Array)
  })

  it('cut each axis to its limits once axes are cut', () => {
    const bounds = { y_axis_bounds: [5, 50], y_axis_bounds_secondary: [null, 8], yAxisIndexB: 1 }
    const cut = propsOf({ ...bounds, truncateYAxis: true }, revenue, orders)
    expect([cut.yAxis.min, cut.yAxis.max, cut.secondAxis?.min, cut.secondAxis?.max]).toEqual([5, 50, null, 8])
    expect(propsOf(bounds, revenue, orders).yAxis.min).toBeNull()
  })

  it('stacks each query separately, and distinguishes series of one name by their metrics', () => {
    const groups = { groupby: ['kind'], groupby_b: ['kind'], stack: true, stackB: true }
    const a = answer('revenue', [
      [0, 1, 'x'],
      [0, 2, 'y'],
    ])
    const b = answer('orders', [[0, 3, 'x']])
    const props = propsOf(groups, a, b)
    expect(props.series.map(({ name }) => name)).toEqual(['Revenue, x', 'y', 'orders, x'])
    expect(optionOf(props).series.map(({ stack }) => stack)).toEqual(['all', 'all', 'all second'])
    // Equal dimension values have the same color; the second line is dashed.
    expect(props.series[2]?.colorPosition).toBe(props.series[0]?.colorPosition)
    expect(optionOf(props).series[2]?.lineStyle).toMatchObject({ type: [7, 4] })
  })

  it('draw one query when the other has no rows', () => {
    const none: Table = { columns: [], rowCount: 0 }
    expect(propsOf({}, revenue, none).series.map(({ name }) => name)).toEqual(['Revenue'])
    expect(propsOf({}, none, orders).x.values).toEqual([DAY, 2 * DAY])
  })
})

describe('two queries', () => {
  it('each query has its metrics, dimensions, filters and windows, and both have the time', () => {
    const form = {
      ...said,
      groupby: ['kind'],
      groupby_b: ['size'],
      adhoc_filters_b: [
        { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'kind', operator: '==', comparator: 'x' },
      ],
      row_limit_b: 50,
      rolling_type_b: 'cumsum',
    }
    const [first, second] = mixed_timeseries.toQueries(form)
    expect([first?.metrics, first?.columns, first?.filters]).toEqual([['revenue'], ['kind'], []])
    expect([second?.metrics, second?.columns, second?.row_limit]).toEqual([['orders'], ['size'], 50])
    expect(second?.filters).toEqual([{ col: 'kind', op: '==', val: 'x' }])
    expect([first?.granularity, second?.granularity]).toEqual(['date', 'date'])
    expect(first?.post_processing).toEqual([])
    expect(second?.post_processing?.map((step) => step?.operation)).toEqual(['pivot', 'cum', 'flatten'])
  })

  it('returns no query if one of the two queries has no metric', () => {
    expect(mixed_timeseries.toQueries({ ...said, metrics_b: [] })).toEqual([])
  })

  it('filter by the dimensions of the selected series, of either query', () => {
    const form = { ...said, groupby: ['kind'], groupby_b: ['size'] }
    const filters = (selection: object) =>
      mixed_timeseries.toDataMask?.([selection as never], form).extraFormData?.filters
    expect(filters({ kind: 'x' })).toEqual([{ col: 'kind', op: 'IN', val: ['x'] }])
    expect(filters({ size: 'L' })).toEqual([{ col: 'size', op: 'IN', val: ['L'] }])
    expect(mixed_timeseries.toDrillFilters?.([{ size: 'L' }], form)).toEqual([{ col: 'size', op: 'IN', val: ['L'] }])
    expect(mixed_timeseries.toDrillBy?.(form, 'day')).toMatchObject({ groupby: ['day'], groupby_b: ['day'] })
  })
})

it('older forms with two axes query one metric each', () => {
  const old = { viz_type: 'dual_line', metric: 'revenue', metric_2: 'orders', granularity_sqla: 'date' }
  expect(
    chartType('mixed_timeseries')
      ?.toQueries(old)
      .map(({ metrics }) => metrics),
  ).toEqual([['revenue'], ['orders']])
})
