import { expect, it } from 'vitest'
import { timeseriesQuery } from './timeseries-query.ts'

const form = {
  viz_type: 'echarts_timeseries_line',
  metrics: ['count'],
  groupby: ['origin'],
  row_limit: 10000,
  limit: 5,
}

it('queries buckets of the time column for older forms', () => {
  const [query] = timeseriesQuery({
    ...form,
    granularity_sqla: 'date',
    time_grain_sqla: 'P1D',
    time_range: 'Last week',
  })
  expect(query).toMatchObject({
    is_timeseries: true,
    granularity: 'date',
    time_range: 'Last week',
    extras: { time_grain_sqla: 'P1D' },
    columns: ['origin'],
    series_columns: ['origin'],
    metrics: ['count'],
    orderby: [['count', false]],
    row_limit: 10000,
    series_limit: 5,
    time_offsets: [],
    post_processing: [],
  })
})

it('queries the x axis as first column for newer forms, and names the dimensions as series', () => {
  const [query] = timeseriesQuery({ ...form, x_axis: 'date', time_grain_sqla: 'P1M' })
  expect(query).not.toHaveProperty('is_timeseries')
  expect(query?.columns).toEqual([
    {
      label: 'date',
      sqlExpression: 'date',
      expressionType: 'SQL',
      isColumnReference: true,
      columnType: 'BASE_AXIS',
      timeGrain: 'P1M',
    },
    'origin',
  ])
  expect(query?.series_columns).toEqual(['origin'])
})

it('buckets the x axis by the grain a dashboard filter chose', () => {
  const [query] = timeseriesQuery({
    ...form,
    x_axis: 'date',
    time_grain_sqla: 'P1M',
    extra_form_data: { time_grain_sqla: 'P1Y' },
  })
  expect(query?.columns?.[0]).toMatchObject({ timeGrain: 'P1Y' })
})

it('orders by the sort metric in the requested direction', () => {
  const [query] = timeseriesQuery({ ...form, timeseries_limit_metric: 'total', order_desc: false })
  expect(query?.orderby).toEqual([['total', true]])
  expect(query?.series_limit_metric).toBe('total')
})

it('queries nothing without a metric', () => {
  expect(timeseriesQuery({ ...form, metrics: [] })).toEqual([])
})

it('queries a column per series and the other times if the form compares', () => {
  const [query] = timeseriesQuery({ ...form, granularity_sqla: 'date', time_compare: ['1 year ago', '1 week ago'] })
  expect(query?.time_offsets).toEqual(['1 year ago', '1 week ago'])
  expect(query?.post_processing?.map((step) => step?.operation)).toEqual(['pivot', 'rename', 'flatten'])
  expect(query?.post_processing?.[0]?.options).toMatchObject({ index: ['__timestamp'], columns: ['origin'] })
})

it('spreads out over the x axis a form names, which is no dimension', () => {
  const [query] = timeseriesQuery({ ...form, x_axis: 'date', groupby: ['origin', 'date'], rolling_type: 'mean' })
  expect(query?.post_processing?.[0]?.options).toMatchObject({ index: ['date'], columns: ['origin'] })
})
