import { describe, expect, it } from 'vitest'
import type { ChartType } from './chart.ts'
import { charts, chartType, migrateForm } from './index.ts'

const all: readonly ChartType[] = charts

/** An older form, the expected current values, and the keys that were replaced. */
interface Case {
  readonly title: string
  readonly old: { readonly viz_type: string; readonly [key: string]: unknown }
  readonly today: Readonly<Record<string, unknown>>
  readonly removed?: readonly string[]
}

const cases: readonly Case[] = [
  {
    title: 'a line of old: its marks, titles, scale, shares and names',
    old: {
      viz_type: 'line',
      metrics: ['count'],
      show_markers: true,
      x_axis_label: 'Day',
      y_axis_label: 'Flights',
      x_axis_format: '%Y',
      y_log_scale: true,
      contribution: true,
      x_ticks_layout: '45°',
      show_brush: 'yes',
      left_margin: 'auto',
    },
    today: {
      viz_type: 'echarts_timeseries_line',
      metrics: ['count'],
      markerEnabled: true,
      x_axis_title: 'Day',
      y_axis_title: 'Flights',
      x_axis_time_format: '%Y',
      logAxis: true,
      contributionMode: 'row',
      xAxisLabelRotation: 45,
      zoomable: true,
      truncate_metric: true,
      stack: null,
      left_margin: 'auto',
    },
    removed: ['show_markers', 'x_axis_label', 'y_axis_label', 'x_axis_format', 'y_log_scale', 'contribution'],
  },
  {
    title: 'bounds of old cut the axis; none do not',
    old: { viz_type: 'line', y_axis_bounds: [5, null] },
    today: { y_axis_bounds: [5, null], truncateYAxis: true },
  },
  {
    title: 'a form of both ages keeps what it says of today',
    old: { viz_type: 'line', show_markers: true, markerEnabled: false, contribution: true, contributionMode: 'column' },
    today: { show_markers: true, markerEnabled: false, contributionMode: 'column' },
  },
  {
    title: 'a surface of old stands on others unless it says how',
    old: { viz_type: 'area' },
    today: { viz_type: 'echarts_area', stack: 'Stack' },
  },
  {
    title: 'a stream of old, in steps after their points',
    old: { viz_type: 'area', stacked_style: 'stream', line_interpolation: 'step-after' },
    today: { stack: 'Stream', seriesType: 'end' },
    removed: ['stacked_style', 'line_interpolation'],
  },
  {
    title: 'shares of old, in curves',
    old: { viz_type: 'area', stacked_style: 'expand', line_interpolation: 'monotone' },
    today: { stack: 'Expand', seriesType: 'smooth' },
  },
  {
    title: 'bars over time of old, stacked and with their values',
    old: { viz_type: 'bar', bar_stacked: true, show_bar_value: true },
    today: { viz_type: 'echarts_timeseries_bar', stack: 'Stack', show_value: true },
    removed: ['bar_stacked', 'show_bar_value'],
  },
  {
    title: 'bars by groups: the first dimension is the axis, the largest bar first',
    old: { viz_type: 'dist_bar', groupby: ['origin'], metrics: ['count', 'delay'], columns: [] },
    today: {
      viz_type: 'echarts_timeseries_bar',
      x_axis: 'origin',
      groupby: [],
      x_axis_sort: 'count',
      x_axis_sort_asc: false,
    },
    removed: ['columns'],
  },
  {
    title: 'bars by groups with breakdowns: a series for each, bars by their names where these order them',
    old: {
      viz_type: 'dist_bar',
      groupby: ['origin', 'month'],
      columns: ['carrier'],
      metrics: ['count'],
      order_bars: true,
    },
    today: {
      x_axis: 'origin',
      groupby: ['month', 'carrier'],
      x_axis_sort_series: 'name',
      x_axis_sort_series_ascending: true,
    },
    removed: ['columns', 'order_bars', 'x_axis_sort'],
  },
  {
    title: 'a pivot table of old: its sides, its margins, its aggregate',
    old: {
      viz_type: 'pivot_table',
      groupby: ['origin'],
      columns: ['carrier'],
      metrics: ['count'],
      pivot_margins: true,
      pandas_aggfunc: 'mean',
      transpose_pivot: true,
      combine_metric: true,
      number_format: ',d',
      limit: 3,
      timeseries_limit_metric: 'delay',
    },
    today: {
      viz_type: 'pivot_table_v2',
      groupbyRows: ['origin'],
      groupbyColumns: ['carrier'],
      rowTotals: true,
      colTotals: true,
      aggregateFunction: 'Average',
      transposePivot: true,
      combineMetric: true,
      valueFormat: ',d',
      series_limit: 3,
      series_limit_metric: 'delay',
    },
    removed: ['groupby', 'columns', 'pivot_margins', 'pandas_aggfunc', 'transpose_pivot', 'combine_metric', 'limit'],
  },
  {
    title: 'a pie of old: the first of its metrics, and its labels',
    old: { viz_type: 'pie', groupby: ['origin'], metrics: ['count', 'delay'], pie_label_type: 'percent' },
    today: { viz_type: 'pie', metric: 'count', label_type: 'percent', sort_by_metric: false },
    removed: ['metrics', 'pie_label_type'],
  },
  {
    title: 'a table without a mode shows rows where it names columns of these',
    old: { viz_type: 'table', all_columns: ['a'] },
    today: { query_mode: 'raw' },
  },
  {
    title: 'a table without a mode groups where it names none',
    old: { viz_type: 'table', groupby: ['a'], all_columns: [] },
    today: { query_mode: 'aggregate', row_limit: null, order_desc: false },
  },
  {
    title: 'series that stand on each other, or do not',
    old: { viz_type: 'echarts_timeseries_bar', stack: true },
    today: { stack: 'Stack' },
  },
  {
    title: 'a surface that says nothing of it stands alone',
    old: { viz_type: 'echarts_area' },
    today: { stack: null },
  },
  {
    title: 'the difference to another time by its newer name',
    old: { viz_type: 'echarts_timeseries_line', comparison_type: 'difference' },
    today: { comparison_type: 'absolute' },
  },
  {
    title: 'what says nothing of grain, limit and window is asked as it always was',
    old: { viz_type: 'echarts_timeseries_line', metrics: ['count'], rolling_type: 'mean' },
    today: { time_grain_sqla: null, row_limit: null, rolling_periods: 1, truncate_metric: false },
  },
  {
    title: 'a funnel of 2.0: labels by number, percentages of all steps together',
    old: { viz_type: 'funnel', groupby: ['origin'], metric: 'count', label_type: 5, orient: 'vertical', gap: 0 },
    today: {
      viz_type: 'funnel',
      label_type: 'key_value_percent',
      percent_calculation_type: 'total',
      sort_by_metric: false,
      row_limit: null,
      orient: 'vertical',
      gap: 0,
    },
  },
  {
    title: 'a treemap of old: the first of its metrics, the largest parts first',
    old: { viz_type: 'treemap', groupby: ['origin'], metrics: ['count', 'delay'], treemap_ratio: 1.6 },
    today: { viz_type: 'treemap_v2', metric: 'count', sort_by_metric: true, row_limit: null, treemap_ratio: 1.6 },
    removed: ['metrics'],
  },
  {
    title: 'a treemap that writes names alone, by the name of newer forms',
    old: { viz_type: 'treemap_v2', groupby: ['origin'], metric: 'count', label_type: 'key' },
    today: { label_type: 'Key', sort_by_metric: false },
  },
  {
    title: 'a sunburst of old: its dimensions are the levels',
    old: { viz_type: 'sunburst', groupby: ['origin', 'carrier'], metric: 'count', secondary_metric: 'delay' },
    today: {
      viz_type: 'sunburst_v2',
      columns: ['origin', 'carrier'],
      metric: 'count',
      secondary_metric: 'delay',
      sort_by_metric: true,
      outerRadius: 100,
    },
    removed: ['groupby'],
  },
  {
    title: 'a box plot of 2.0 that says nothing of a grain has none',
    old: { viz_type: 'box_plot', metrics: ['count'], groupby: ['origin'], x_ticks_layout: 'staggered' },
    today: { time_grain_sqla: null, x_ticks_layout: 'staggered' },
  },
  {
    title: 'a histogram of old: the first of its columns, and its bins as a number',
    old: {
      viz_type: 'histogram',
      all_columns_x: ['latitude', 'longitude'],
      link_length: '25',
      x_axis_label: 'Degrees',
      y_axis_label: 'Airports',
      normalized: true,
      global_opacity: 0.5,
    },
    today: {
      viz_type: 'histogram_v2',
      column: 'latitude',
      bins: 25,
      x_axis_title: 'Degrees',
      y_axis_title: 'Airports',
      normalize: true,
      show_legend: false,
      global_opacity: 0.5,
    },
    removed: ['all_columns_x', 'link_length', 'x_axis_label', 'y_axis_label', 'normalized'],
  },
  {
    title: 'a histogram of old that says nothing of bins has ten',
    old: { viz_type: 'histogram', all_columns_x: ['latitude'] },
    today: { bins: 10 },
  },
  {
    title: 'a heatmap of old: its sides, its percentages, its bounds',
    old: {
      viz_type: 'heatmap',
      all_columns_x: 'carrier',
      all_columns_y: 'origin',
      metric: 'count',
      show_perc: false,
      y_axis_bounds: [0, 10],
      xscale_interval: '2',
      canvas_image_rendering: 'pixelated',
    },
    today: {
      viz_type: 'heatmap_v2',
      x_axis: 'carrier',
      groupby: 'origin',
      show_percentage: false,
      value_bounds: [0, 10],
      xscale_interval: '2',
      canvas_image_rendering: 'pixelated',
      time_grain_sqla: null,
    },
    removed: ['all_columns_x', 'all_columns_y', 'show_perc', 'y_axis_bounds'],
  },
  {
    title: 'bubbles of old: their limit, their axes',
    old: {
      viz_type: 'bubble',
      series: 'origin',
      entity: 'carrier',
      x: 'count',
      y: 'delay',
      size: 'count',
      limit: 50,
      x_log_scale: true,
      x_axis_format: ',d',
      x_ticks_layout: '45°',
      y_axis_bounds: [1, null],
      left_margin: 'auto',
    },
    today: {
      viz_type: 'bubble_v2',
      row_limit: 50,
      logXAxis: true,
      xAxisFormat: ',d',
      xAxisLabelRotation: 45,
      truncateYAxis: true,
      y_axis_bounds: [1, null],
      left_margin: 'auto',
    },
    removed: ['limit', 'x_log_scale', 'x_axis_format'],
  },
  {
    title: 'a gauge that says nothing of an order has that of the answer',
    old: { viz_type: 'gauge_chart', metric: 'count', groupby: ['origin'], animation: true },
    today: { row_limit: null, sort_by_metric: false, animation: true },
  },
  {
    title: 'a generic chart of old: stacked bars, and the difference to another time by its newer name',
    old: { viz_type: 'echarts_timeseries', seriesType: 'bar', stack: true, comparison_type: 'difference' },
    today: { seriesType: 'bar', stack: 'Stack', comparison_type: 'absolute', time_grain_sqla: null },
  },
  {
    title: 'a stepped line that says nothing of it stacks nothing and has no limit of rows',
    old: { viz_type: 'echarts_timeseries_step', metrics: ['count'] },
    today: { stack: null, row_limit: null, truncate_metric: true },
  },
  {
    title: 'a number with a trend that says nothing of grain and window',
    old: { viz_type: 'big_number', metric: 'count', compare_lag: '1', rolling_type: 'None' },
    today: { time_grain_sqla: null, rolling_periods: 1, compare_lag: '1', rolling_type: 'None' },
  },
  {
    title: 'two lines of old: a question and an axis for each metric, filters and formats with them',
    old: {
      viz_type: 'dual_line',
      metric: 'count',
      metric_2: 'delay',
      adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'a > 1' }],
      y_axis_format: ',d',
      y_axis_2_format: '.1f',
      y_axis_2_bounds: [0, 9],
      x_axis_format: '%Y',
    },
    today: {
      viz_type: 'mixed_timeseries',
      metrics: ['count'],
      metrics_b: ['delay'],
      adhoc_filters_b: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'a > 1' }],
      yAxisIndexB: 1,
      y_axis_format: ',d',
      y_axis_format_secondary: '.1f',
      y_axis_bounds_secondary: [0, 9],
      truncateYAxis: true,
      x_axis_time_format: '%Y',
    },
    removed: ['metric', 'metric_2', 'y_axis_2_format', 'y_axis_2_bounds', 'x_axis_format'],
  },
  {
    title: 'what the second of two questions does not say, it shares with the first',
    old: { viz_type: 'mixed_timeseries', metrics: ['count'], metrics_b: ['delay'], groupby: ['origin'], row_limit: 10 },
    today: { metrics_b: ['delay'], groupby_b: ['origin'], row_limit_b: 10, time_grain_sqla: null },
  },
  {
    title: 'a template under the name it had first, over rows as they are stored',
    old: { viz_type: 'handlebars', all_columns: ['origin'], handlebars_template: '{{data.length}}' },
    today: { query_mode: 'raw', handlebarsTemplate: '{{data.length}}', row_limit: null },
    removed: ['handlebars_template'],
  },
]

describe('legacy form data', () => {
  it.each(cases)('$title', ({ old, today, removed = [] }) => {
    const form = migrateForm(old)
    expect(form).toMatchObject(today)
    expect(removed.filter((key) => key in form)).toEqual([])
  })

  it.each(cases)('$title: preserves unknown keys, and is idempotent', ({ old }) => {
    const saved = { ...old, of_tomorrow: { deep: [1] } }
    const form = migrateForm(saved)
    expect(form['of_tomorrow']).toEqual({ deep: [1] })
    expect(migrateForm({ ...form })).toEqual(form)
    expect(saved).toEqual({ ...old, of_tomorrow: { deep: [1] } })
  })

  it('converts to current form data once: the same form for the same input', () => {
    const saved = { viz_type: 'line', metrics: ['count'] }
    expect(migrateForm(saved)).toBe(migrateForm(saved))
    const unknown = { viz_type: 'of_tomorrow' }
    expect(migrateForm(unknown)).toBe(unknown)
  })
})

describe.each(all.map((chart) => [chart.type, chart] as const))('%s', (type, { olderNames = [], migrations = [] }) => {
  it('accepts its older names, and has unique names of migrations', () => {
    for (const viz_type of olderNames) expect(migrateForm({ viz_type }).viz_type).toBe(type)
    const names = migrations.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})

it('a chart saved with the older line type sends the current query', () => {
  const said = {
    metrics: ['count'],
    groupby: ['origin'],
    granularity_sqla: 'date',
    time_grain_sqla: 'P1D',
    row_limit: 10,
  }
  const old = migrateForm({ viz_type: 'line', ...said })
  const today = { viz_type: 'echarts_timeseries_line', ...said, truncate_metric: true }
  expect(chartType(old.viz_type)?.toQueries(old)).toEqual(chartType(today.viz_type)?.toQueries(today))
})
