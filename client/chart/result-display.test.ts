import { expect, it } from 'vitest'
import { EXACT_FORMAT } from '#core/format/number-formats.ts'
import { NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'
import { resultDisplay } from './result-display.ts'
import { cellWriter, sortedResultRows } from './result-rows.ts'

const april = Date.UTC(2001, 3, 1)
const table: Table = {
  rowCount: 2,
  columns: [
    { name: '__timestamp', type: TEMPORAL, values: [april, null] },
    { name: 'sent', type: TEMPORAL, values: [april, april + 86_400_000] },
    { name: 'seen', type: TEMPORAL, values: [april, april + 1000] },
    { name: 'region', type: STRING, values: ['North', null] },
    { name: 'year', type: NUMERIC, values: [2001, 2002] },
    { name: 'mean', type: NUMERIC, values: [2.217216171863345, 0.00012345] },
    { name: 'count', type: NUMERIC, values: [1261, null] },
  ],
}
const details = { verbose_map: { count: 'Orders', sold: 'Sold on' }, column_formats: { count: '$,d' } }
const form = {
  viz_type: 'echarts_timeseries_bar',
  granularity_sqla: 'sold',
  time_grain_sqla: 'P1M',
  metrics: ['mean', 'count'],
  groupby: ['region', 'year'],
}
const written = (own: object = {}) => {
  const write = cellWriter(table, resultDisplay({ ...form, ...own }, details))
  return table.columns.map((_, column) => [write(0, column), write(1, column)])
}

it('rows are written by the grain, by bare days, and by the formats of the metrics', () => {
  expect(written()).toEqual([
    ['Apr 2001', '<NULL>'],
    ['2001-04-01', '2001-04-02'],
    ['2001-04-01 00:00:00', '2001-04-01 00:00:01'],
    ['North', '<NULL>'],
    ['2001', '2002'],
    ['2.217', '0.000123'],
    ['$1,261', '<NULL>'],
  ])
})

it('abbreviated numbers are shown in full, with their currency', () => {
  expect(written({ y_axis_format: '$.3s' })[5]).toEqual(['$2.217', '$0.000123'])
  const look = resultDisplay(form, { ...details, column_formats: { count: '$.3s' } })
  expect(cellWriter(table, look)(0, 6)).toBe('$1,261')
})

it('the format the chart chose counts, an adaptive one does not', () => {
  expect(written({ y_axis_format: ',.1f' })[5]).toEqual(['2.2', '0.0'])
  expect(written({ y_axis_format: 'SMART_NUMBER' })[5]).toEqual(['2.217', '0.000123'])
  expect(written({ table_number_format: EXACT_FORMAT })[5]).toEqual(['2.217', '0.000123'])
})

it.each([{ contributionMode: 'row' }, { contributionMode: 'column' }, { stack: 'Expand' }])(
  'shares do not use the format of their metric: %j',
  (shares) => {
    const [, , , , , mean, count] = written({ y_axis_format: '.1%', ...shares })
    expect([mean, count]).toEqual([
      ['2.217', '0.000123'],
      ['$1,261', '<NULL>'],
    ])
  },
)

it('series in separate columns use the format of the metric', () => {
  const wide: Table = {
    rowCount: 1,
    columns: [
      { name: '__timestamp', type: TEMPORAL, values: [april] },
      { name: 'ATL', type: NUMERIC, values: [10.371876581766] },
    ],
  }
  const look = (metrics: readonly string[]) =>
    cellWriter(wide, resultDisplay({ ...form, groupby: ['origin'], metrics }, details))(0, 1)
  expect(look(['mean'])).toBe('10.372')
  expect(look(['count'])).toBe('$10')
})

it('columns have their labels as names', () => {
  const { title } = resultDisplay(form, details)
  expect(['__timestamp', 'count', 'mean'].map(title)).toEqual(['Sold on', 'Orders', 'mean'])
})

it('rows are found by stored and by displayed text', () => {
  const write = cellWriter(table, resultDisplay(form, details))
  expect(sortedResultRows(table, 'apr 2001', undefined, write)).toEqual([0])
  expect(sortedResultRows(table, '2.2172', undefined, write)).toEqual([0])
})

const compared: Table = {
  rowCount: 1,
  columns: [
    { name: '__timestamp', type: TEMPORAL, values: [april] },
    { name: '1 year ago', type: NUMERIC, values: [0.2514] },
    { name: '1 year ago, North', type: NUMERIC, values: [-0.5] },
  ],
}

it.each([
  ['percentage', ['25.1%', '\u221250.0%']],
  ['ratio', ['0.251', '\u22120.5']],
  ['absolute', ['$0', '\u2212$1']],
])('a comparison by %s is no amount of money, a difference is', (comparison_type, texts) => {
  const own = { ...form, metrics: ['count'], time_compare: ['1 year ago'], comparison_type }
  const write = cellWriter(compared, resultDisplay(own, details))
  expect([write(0, 1), write(0, 2)]).toEqual(texts)
})

it('shares of series in separate columns are written as shares', () => {
  const shares: Table = { rowCount: 1, columns: [{ name: 'count', type: NUMERIC, values: [0.18] }] }
  const own = { ...form, metrics: ['count'], rolling_type: 'cumsum', contributionMode: 'row' }
  expect(cellWriter(shares, resultDisplay(own, details))(0, 0)).toBe('18%')
})

it('ranks and numbers of values do not use the format of the metric', () => {
  const added: Table = {
    rowCount: 1,
    columns: [
      { name: 'count', type: NUMERIC, values: [7] },
      { name: 'rank', type: NUMERIC, values: [0.8] },
      { name: 'count__count', type: NUMERIC, values: [365] },
    ],
  }
  const write = cellWriter(added, resultDisplay({ ...form, metrics: ['count'] }, details))
  expect([write(0, 0), write(0, 1), write(0, 2)]).toEqual(['$7', '0.8', '365'])
})

it('days of resampled rows are not labelled by their month', () => {
  const days: Table = {
    rowCount: 2,
    columns: [{ name: '__timestamp', type: TEMPORAL, values: [april, april + 7 * 86_400_000] }],
  }
  const write = cellWriter(days, resultDisplay({ ...form, resample_rule: '7D', resample_method: 'ffill' }, details))
  expect([write(0, 0), write(1, 0)]).toEqual(['Apr 2001', '2001-04-08'])
})
