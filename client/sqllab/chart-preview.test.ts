import { expect, it } from 'vitest'
import { firstChoice, MAX_GROUPS, previewChart } from '#client/sqllab/chart-preview.ts'
import { NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'

const table: Table = {
  columns: [
    { name: 'city', type: STRING, values: ['b', 'a', 'b', null] },
    { name: 'day', type: TEMPORAL, values: ['2020-01-02', '2020-01-01T00:00:00', '2020-01-02', null] },
    { name: 'n', type: NUMERIC, values: [1, null, '2.5', 10] },
  ],
  rowCount: 4,
}
const [city, day, n] = [0, 1, 2]

it.each([
  ['COUNT', 'COUNT(*)', [2, 1, 1]],
  ['SUM', 'SUM(n)', [3.5, null, 10]],
  ['AVG', 'AVG(n)', [1.75, null, 10]],
  ['MIN', 'MIN(n)', [1, null, 10]],
  ['MAX', 'MAX(n)', [2.5, null, 10]],
] as const)('%s is computed for each group in the order of the rows', (aggregate, metric, values) => {
  const { entry, form, groups } = previewChart(table, { vizType: 'echarts_timeseries_bar', x: city, y: n, aggregate })
  expect(entry).toMatchObject({ colnames: ['city', metric], columns: [['b', 'a', null], values], rowcount: 3 })
  expect(form).toMatchObject({ viz_type: 'echarts_timeseries_bar', x_axis: 'city', metrics: [metric] })
  expect(groups).toBe(3)
})

it('times are sorted as epoch milliseconds', () => {
  const { entry } = previewChart(table, { vizType: 'echarts_timeseries_line', x: day, y: n, aggregate: 'COUNT' })
  const [first, second] = [Date.UTC(2020, 0, 1), Date.UTC(2020, 0, 2)]
  expect(entry.columns[0]?.filter((value) => value !== null)).toEqual([first, second])
  expect(entry.coltypes).toEqual([TEMPORAL, NUMERIC])
})

it('draws a limited number of groups and returns how many there are', () => {
  const values = Array.from({ length: MAX_GROUPS + 5 }, (_, index) => `v${index}`)
  const many: Table = { columns: [{ name: 'a', type: STRING, values }], rowCount: values.length }
  const { entry, groups } = previewChart(many, { vizType: 'pie', x: 0, y: 0, aggregate: 'COUNT' })
  expect([entry.rowcount, groups]).toEqual([MAX_GROUPS, MAX_GROUPS + 5])
})

it('begins with times along the axis and the sum of the first number', () => {
  expect(firstChoice(table)).toEqual({ vizType: 'echarts_timeseries_line', x: day, aggregate: 'SUM', y: n })
  const text: Table = { columns: [{ name: 'a', type: STRING, values: [] }], rowCount: 0 }
  expect(firstChoice(text)).toEqual({ vizType: 'echarts_timeseries_bar', x: 0, aggregate: 'COUNT', y: 0 })
})

it.each([
  ['SUM', '9007199254740994'],
  ['MIN', 1],
  ['MAX', '9007199254740993'],
  ['AVG', 4503599627370497],
] as const)('%s keeps the digits of numbers beyond 2^53', (aggregate, value) => {
  const long: Table = {
    columns: [
      { name: 'a', type: STRING, values: ['x', 'x'] },
      { name: 'n', type: NUMERIC, values: ['9007199254740993', 1] },
    ],
    rowCount: 2,
  }
  const { entry } = previewChart(long, { vizType: 'pie', x: 0, y: 1, aggregate })
  expect(entry.columns[1]).toEqual([value])
})

it('sums of decimals are exact, and numbers beyond 2^53 that differ are different groups in order', () => {
  const long: Table = {
    columns: [
      { name: 'id', type: NUMERIC, values: ['9007199254740993', '9007199254740992', null, '9007199254740993'] },
      { name: 'n', type: NUMERIC, values: ['0.10', '0.20', '5.00', '0.20'] },
    ],
    rowCount: 4,
  }
  const { entry } = previewChart(long, { vizType: 'echarts_timeseries_bar', x: 0, y: 1, aggregate: 'SUM' })
  expect(entry.columns).toEqual([
    [null, '9007199254740992', '9007199254740993'],
    [5, 0.2, 0.3],
  ])
})
