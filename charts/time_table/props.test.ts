import { describe, expect, it } from 'vitest'
import { time_table } from './index.ts'
import { orderedRows } from './order.ts'
import { type FigureColumn, type SparkColumn, toProps as ownProps } from './props.ts'
import { figureText, pointFormatters, sparkText } from './texts.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'

const { toQueries } = time_table
const toProps = (from: ChartInput) => propsFor(time_table, ownProps, from)

const JAN = Date.UTC(2024, 0)
const FEB = Date.UTC(2024, 1)
const MAR = Date.UTC(2024, 2)

/** Ash 10, 20, 30; Birk 5, none, 10; Cedar only in March, 160; latest first, as queried. */
const grouped: Table = {
  columns: [
    { name: '__timestamp', type: TEMPORAL, values: [MAR, MAR, MAR, FEB, JAN, JAN] },
    { name: 'city', type: STRING, values: ['Ash', 'Birk', 'Cedar', 'Ash', 'Ash', 'Birk'] },
    { name: 'total', type: NUMERIC, values: [30, 10, 160, 20, 10, 5] },
  ],
  rowCount: 6,
}

const plain: Table = {
  columns: [
    { name: '__timestamp', type: TEMPORAL, values: [FEB, JAN] },
    { name: 'total', type: NUMERIC, values: ['30', 20] },
    { name: 'rate', type: NUMERIC, values: [10, 40] },
  ],
  rowCount: 2,
}

function props(table: Table, form: Record<string, unknown>) {
  const input: ChartInput = {
    form: { viz_type: 'time_table', metrics: ['total'], time_grain_sqla: 'P1M', ...form },
    tables: [table],
    entries: [],
    dataset: { verbose_map: { total: 'Total', city: 'City' }, column_formats: { total: ',d' } },
    labelColors: {},
  }
  return toProps(input)
}

const figures = (columns: readonly object[], form: Record<string, unknown> = { groupby: ['city'] }, table = grouped) =>
  props(table, { column_collection: columns, ...form }).columns as readonly FigureColumn[]

describe('rows', () => {
  it('returns groups, named by their text under the name of their column', () => {
    const { title, rows, instants } = props(grouped, { groupby: 'city', column_collection: [] })
    expect(title).toBe('City')
    expect(rows).toEqual(['Cedar', 'Ash', 'Birk'].map((name) => ({ name, link: null })))
    expect(instants).toEqual([JAN, FEB, MAR])
  })

  it('returns metrics in the selected order, named by their labels', () => {
    const form = { metrics: ['rate', 'total'], url: '/m/{{metric}}/{{metric.verbose_name}}', column_collection: [] }
    const { title, rows, order } = props(plain, form)
    expect([title, order]).toEqual(['Metric', null])
    expect(rows).toEqual([
      { name: 'rate', link: '/m/rate/rate' },
      { name: 'Total', link: '/m/total/Total' },
    ])
  })

  it('ignores axis and series settings of other chart types', () => {
    const form = { groupby: ['city'], x_axis: 'city', truncate_metric: false, sort_series_type: 'name' }
    expect(props(grouped, form).rows.map(({ name }) => name)).toEqual(['Cedar', 'Ash', 'Birk'])
  })
})

describe('K-ENUM-03: columns', () => {
  it('compare the last period of all rows with an earlier one', () => {
    const [value, diff, change] = figures([
      { colType: 'time', timeLag: 2 },
      { colType: 'time', timeLag: '2', comparisonType: 'diff' },
      { colType: 'time', timeLag: -1, comparisonType: 'perc_change' },
    ])
    expect(value?.values).toEqual([null, 10, 5])
    expect(diff?.values).toEqual([null, 20, 5])
    expect(change?.values).toEqual([null, 2, 1])
  })

  it('returns shares of the groups in the last period, or of the metrics', () => {
    expect(figures([{ colType: 'contrib' }])[0]?.values).toEqual([0.8, 0.15, 0.05])
    const [share] = figures([{ colType: 'contrib' }], { metrics: ['total', 'rate'] }, plain)
    expect(share?.values).toEqual([0.75, 0.25])
  })

  it('compare groups only with groups of the same metric', () => {
    const columns = [...grouped.columns, { name: 'rate', type: NUMERIC, values: [1, 1, 2, 0, 0, 0] }] as const
    const table: Table = { columns, rowCount: 6 }
    const form = { metrics: ['total', 'rate'], groupby: ['city'], column_collection: [{ colType: 'contrib' }] }
    const { rows, columns: made } = props(table, form)
    const [share] = made as readonly FigureColumn[]
    expect(Object.fromEntries(rows.map(({ name }, row) => [name, share?.values[row]]))).toEqual({
      'Total, Cedar': 0.8,
      'rate, Cedar': 0.5,
      'Total, Ash': 0.15,
      'rate, Ash': 0.25,
      'Total, Birk': 0.05,
      'rate, Birk': 0.25,
    })
  })

  it('returns averages of periods and lines over all of them', () => {
    expect(figures([{ colType: 'avg', timeLag: 2 }])[0]?.values).toEqual([160, 25, 10])
    const [line] = props(grouped, { groupby: ['city'], column_collection: [{ colType: 'spark', timeRatio: '1' }] })
      .columns as readonly SparkColumn[]
    expect(line?.points).toEqual([
      [null, null, null],
      [null, 2, 1.5],
      [null, null, null],
    ])
  })

  it('explain why a lag finds no value, and omit columns without a type', () => {
    const [column, ...more] = figures([{ colType: 'time', timeLag: 3 }, { label: 'not yet' }])
    expect(column?.values).toEqual([null, null, null])
    expect(column?.problem).toBe('A time lag of 3 reaches beyond the 3 periods there are')
    expect(more).toEqual([])
  })

  it('sets tones if there are bounds', () => {
    const [bare, bounded] = figures([{ colType: 'contrib' }, { colType: 'contrib', bounds: [0.1, 0.5] }])
    expect(bare?.tones).toBeNull()
    expect(bounded?.tones).toEqual([1, expect.closeTo(-0.75, 12), -1])
  })

  it('E-TSCOL-01: shows a header, and the format of the column, of the dataset, or of its content', () => {
    const columns = [
      { colType: 'time', label: 'Now', tooltip: 'The last month' },
      { colType: 'time', timeLag: 1, comparisonType: 'diff' },
      { colType: 'time', timeLag: 1, comparisonType: 'perc_change' },
      { colType: 'contrib', d3format: '.3f' },
    ]
    const [now, diff, change, share] = figures(columns, { metrics: ['total', 'rate'] }, plain)
    expect([now?.title, now?.tooltip, diff?.title, share?.title]).toEqual([
      'Now',
      'The last month',
      'Time comparison',
      'Contribution',
    ])
    expect([now, diff, change, share].map((column) => column?.formats)).toEqual([
      [',d', 'SMART_NUMBER'],
      [',d', 'SMART_NUMBER_SIGNED'],
      ['+.1%', '+.1%'],
      ['.3f', '.3f'],
    ])
    expect(change && [0, 1].map((row) => figureText(change, row))).toEqual(['+50.0%', '−75.0%'])
    expect(share && figureText(share, 0)).toBe('0.750')
  })
})

it('orders rows by a column, rows without a value last, and groups by the first from the start', () => {
  const made = props(grouped, {
    groupby: ['city'],
    column_collection: [{ colType: 'time', timeLag: 2 }, { colType: 'spark' }],
  })
  const names = (column: number, isDescending: boolean) =>
    orderedRows(made, { column, isDescending }).map((row) => made.rows[row]?.name)
  expect(made.order).toEqual({ column: 1, isDescending: true })
  expect(names(1, true)).toEqual(['Ash', 'Birk', 'Cedar'])
  expect(names(1, false)).toEqual(['Birk', 'Ash', 'Cedar'])
  expect(names(2, false)).toEqual(['Birk', 'Ash', 'Cedar'])
  expect(names(0, true)).toEqual(['Cedar', 'Birk', 'Ash'])
  expect(orderedRows(made, null)).toEqual([0, 1, 2])
})

it('describes a sparkline in one sentence, with times by grain or in full', () => {
  const made = props(grouped, { groupby: ['city'], column_collection: [{ colType: 'spark' }] })
  const [line] = made.columns as readonly SparkColumn[]
  if (!line) throw new Error('no line')
  const said = (row: number, grain: string | null) =>
    sparkText(line.points[row] ?? [], pointFormatters(line, row, { ...made, grain }))
  expect(said(1, 'P1M')).toBe(
    '3 values from 10 (Jan 2024) to 30 (Mar 2024), lowest 10 (Jan 2024), highest 30 (Mar 2024)',
  )
  expect(said(0, null)).toBe('160 (2024-03-01)')
  expect(sparkText([null, null], pointFormatters(line, 0, made))).toBe('No values')
})

it('queries the buckets of all rows, latest first', () => {
  const form = { viz_type: 'time_table', metrics: ['total'], groupby: ['city'], limit: 5, granularity_sqla: 'day' }
  const queries = toQueries({ ...form, x_axis: 'day', order_desc: false })
  expect(queries).toHaveLength(1)
  expect(queries[0]).toMatchObject({
    is_timeseries: true,
    granularity: 'day',
    columns: ['city'],
    series_columns: ['city'],
    metrics: ['total'],
    series_limit: 5,
    orderby: [['__timestamp', false]],
  })
  expect(toQueries({ viz_type: 'time_table', groupby: ['city'] })).toEqual([])
})
