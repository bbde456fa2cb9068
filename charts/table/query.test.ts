import { expect, it } from 'vitest'
import { table } from './index.ts'

const { toQueries } = table

const form = { viz_type: 'table', groupby: ['origin'], metrics: ['count', 'delay'], row_limit: 1000 }

it('sorts by the first metric, largest first', () => {
  expect(toQueries(form)).toHaveLength(1)
  expect(toQueries(form)[0]).toMatchObject({
    columns: ['origin'],
    metrics: ['count', 'delay'],
    orderby: [['count', false]],
  })
})

it('sorts by the sort metric, ascending unless set otherwise', () => {
  expect(toQueries({ ...form, timeseries_limit_metric: 'd' })[0]?.orderby).toEqual([['d', true]])
  expect(toQueries({ ...form, timeseries_limit_metric: 'd', order_desc: true })[0]?.orderby).toEqual([['d', false]])
})

it('queries percentage metrics once with the metrics', () => {
  expect(toQueries({ ...form, percent_metrics: ['count', 'share'] })[0]?.metrics).toEqual(['count', 'delay', 'share'])
})

it('queries totals over all rows in a second query', () => {
  const [, totals] = toQueries({ ...form, show_totals: true, row_offset: 20 })
  expect(totals).toMatchObject({
    columns: [],
    metrics: ['count', 'delay'],
    row_limit: 0,
    row_offset: 0,
    post_processing: [],
  })
  expect(totals).not.toHaveProperty('orderby')
})

it('queries raw rows when raw columns are selected and no mode is set', () => {
  const [query, ...more] = toQueries({
    viz_type: 'table',
    groupby: ['left over'],
    metrics: ['count'],
    all_columns: ['a', 'b'],
    order_by_cols: ['["a", true]'],
  })
  expect(more).toEqual([])
  expect(query).toMatchObject({ columns: ['a', 'b'], orderby: [['a', true]] })
  expect(query).not.toHaveProperty('metrics')
})

it('buckets dimensions that are temporal in the form and puts them first', () => {
  const [query] = toQueries({
    ...form,
    groupby: ['origin', 'date'],
    time_grain_sqla: 'P1M',
    temporal_columns_lookup: { date: true },
  })
  expect(query?.columns).toMatchObject([{ label: 'date', timeGrain: 'P1M', columnType: 'BASE_AXIS' }, 'origin'])
})

it('queries nothing when nothing is selected', () => {
  expect(toQueries({ viz_type: 'table', groupby: [], metrics: [] })).toEqual([])
  expect(toQueries({ viz_type: 'table', query_mode: 'raw', all_columns: [] })).toEqual([])
})

const shares = {
  operation: 'contribution',
  options: { columns: ['count', 'share'], rename_columns: ['%count', '%share'] },
}

it('queries shares as separate columns, and their totals over all rows', () => {
  const percent = { ...form, percent_metrics: ['count', 'share'], percent_metric_calculation: 'all_records' }
  for (const show_totals of [false, true]) {
    const [rows, totals, ...more] = toQueries({ ...percent, show_totals })
    expect(rows?.post_processing).toEqual([shares])
    expect(totals).toMatchObject({
      columns: [],
      metrics: ['count', 'delay', 'share'],
      row_limit: 0,
      post_processing: [],
    })
    expect(more).toEqual([])
  }
})

it.each([
  ['if the form requests them', { percent_metric_calculation: 'row_limit' }],
  ['if a form of Superset 2.0 names no base', {}],
])('requests shares of the rows shown %s', (_, base) => {
  const percent = { ...form, percent_metrics: ['count', 'share'], ...base }
  expect(toQueries(percent).map((query) => query.post_processing)).toEqual([[shares]])
  expect(toQueries({ ...percent, show_totals: true }).map((query) => query.post_processing)).toEqual([
    [shares],
    [shares],
  ])
})

it('queries totals of the groups that pass metric filters', () => {
  const filter = { expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'SUM(n) > 100' }
  const filtered = { ...form, adhoc_filters: [filter], show_totals: true }
  expect(toQueries(filtered)[1]).toMatchObject({ columns: [], having_columns: ['origin'], row_limit: 0 })
  expect(toQueries({ ...form, show_totals: true })[1]).not.toHaveProperty('having_columns')
})
