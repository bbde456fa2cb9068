import { describe, expect, it } from 'vitest'
import { pivot_table_v2 } from './index.ts'
import { toProps as ownProps } from './props.ts'
import { controls } from './controls.ts'
import { cellText } from './texts.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'

const { toQueries } = pivot_table_v2
const toProps = (from: ChartInput) => propsFor(pivot_table_v2, ownProps, from)

/*
 * Names by state and gender, one row each, except two for girls of CA:
 * CA boy 1; CA girl 2 and 4; FL boy 30; girl 400 without a state.
 */
const cells = (metrics: Readonly<Record<string, readonly (number | null)[]>>): Table => ({
  columns: [
    { name: 'gender', type: STRING, values: ['boy', 'girl', 'boy', 'girl'] },
    { name: 'state', type: STRING, values: ['CA', 'CA', 'FL', null] },
    ...Object.entries(metrics).map(([name, values]) => ({ name, type: NUMERIC, values }) as const),
  ],
  rowCount: 4,
})

/** By gender, summed over states (mask 1); by state, summed over genders (2); grand total (3). */
const totals = (metrics: Readonly<Record<string, readonly number[]>>): Table => ({
  columns: [
    { name: '__grouping', type: NUMERIC, values: [3, 1, 1, 2, 2, 2] },
    { name: 'gender', type: STRING, values: [null, 'boy', 'girl', null, null, null] },
    { name: 'state', type: STRING, values: [null, null, null, 'CA', 'FL', null] },
    ...Object.entries(metrics).map(([name, values]) => ({ name, type: NUMERIC, values }) as const),
  ],
  rowCount: 6,
})

const form = {
  viz_type: 'pivot_table_v2',
  groupbyRows: ['state'],
  groupbyColumns: ['gender'],
  metrics: ['mean'],
  rowTotals: true,
  colTotals: true,
}
const means = { mean: [1, 3, 30, 400] }
// All: (1 + 2 + 4 + 30 + 400) / 5; boys 31 / 2, girls 406 / 3; CA 7 / 3.
const wholes = { mean: [87.4, 15.5, 406 / 3, 7 / 3, 30, 400] }

const input = (more: object = {}, tables: readonly Table[] = [cells(means), totals(wholes)]): ChartInput => ({
  form: { ...form, ...more },
  tables,
  entries: [],
  dataset: { verbose_map: {}, column_formats: {} },
  labelColors: {},
})
const labels = (lines: readonly { labels: readonly string[] }[]) => lines.map((line) => line.labels.join(' / '))

describe('totals', () => {
  it('totals of metrics with different currencies are blank, and each metric has its own', () => {
    const [euros, dollars] = [',.0f¤suffix:EUR', ',.0f¤prefix:USD']
    const two = input({ metrics: ['mean', 'kinds'] }, [
      cells({ ...means, kinds: [1, 1, 1, 1] }),
      totals({ ...wholes, kinds: [4, 2, 2, 2, 1, 1] }),
    ])
    const shown = (column_formats: Readonly<Record<string, string>>) => {
      const props = toProps({ ...two, dataset: { verbose_map: {}, column_formats } })
      const at = props.columns.findIndex(({ labels: [first] }) => first === 'Total (Sum)')
      return [props.cells[at]?.at(-1), cellText(props, 3, 0)]
    }
    // Last row, all metrics: 87.4 and 4. First column: the mean of boys over all states, 15.5.
    expect(shown({ mean: euros, kinds: euros })).toEqual([91.4, '16 €'])
    expect(shown({ mean: euros, kinds: dollars })).toEqual([null, '16 €'])
    expect(shown({ mean: euros })).toEqual([null, '16 €'])
    expect(shown({})[0]).toBe(91.4)
  })

  it('computes means of all rows, not of cells', () => {
    const { rows, columns, cells: found } = toProps(input())
    expect(labels(columns)).toEqual(['mean / boy', 'mean / girl', 'mean / Subtotal', 'Total (Sum)'])
    expect(labels(rows)).toEqual(['CA', 'FL', '<NULL>', 'Total (Sum)'])
    expect(found).toEqual([
      [1, 30, null, 15.5],
      [3, null, 400, 406 / 3],
      [7 / 3, 30, 400, 87.4],
      [7 / 3, 30, 400, 87.4],
    ])
    expect(rows.map(({ kind }) => kind)).toEqual(['value', 'value', 'value', 'total'])
    expect(columns.map(({ kind }) => kind)).toEqual(['value', 'value', 'subtotal', 'total'])
  })

  it('totals of distinct counts count each value once', () => {
    // First letters of names: A for all boys; A and B for the girls of CA, A for the girl without a state.
    const kinds = { kinds: [1, 2, 1, 1] }
    const all = { kinds: [2, 1, 2, 2, 1, 1] }
    const { cells: found } = toProps(input({ metrics: ['kinds'] }, [cells(kinds), totals(all)]))
    expect(found[0]).toEqual([1, 1, null, 1])
    expect(found[1]).toEqual([2, null, 1, 2])
    expect(found[2]).toEqual([2, 1, 1, 2])
  })

  it('totals of other aggregates are computed from the cells', () => {
    const { rows, cells: found } = toProps(input({ aggregateFunction: 'Maximum' }, [cells(means)]))
    expect(rows.at(-1)?.labels).toEqual(['Total (Maximum)'])
    expect(found[1]).toEqual([3, null, 400, 400])
  })

  it('come before their groups when configured, with the grand total last', () => {
    const nested = {
      groupbyRows: ['gender', 'state'],
      groupbyColumns: [],
      rowTotals: false,
      aggregateFunction: 'Maximum',
    }
    const { rows } = toProps(input({ ...nested, rowSubtotalPosition: true }, [cells(means)]))
    expect(labels(rows)).toEqual([
      'boy / Subtotal',
      'boy / CA',
      'boy / FL',
      'girl / Subtotal',
      'girl / CA',
      'girl / <NULL>',
      'Total (Maximum)',
    ])
    const across = toProps(input({ colSubtotalPosition: true }))
    expect(labels(across.columns)).toEqual(['mean / Subtotal', 'mean / boy', 'mean / girl', 'Total (Sum)'])
    expect(across.cells[0]).toEqual([7 / 3, 30, 400, 87.4])
  })
})

describe('layout', () => {
  const two = { metrics: ['mean', 'count'], rowTotals: false, colTotals: false }
  const both = [cells({ ...means, count: [1, 2, 1, 1] })]

  it('puts metrics above columns, below them when combined, and next to rows', () => {
    const above = toProps(input(two, both))
    expect(labels(above.columns)).toEqual(['mean / boy', 'mean / girl', 'count / boy', 'count / girl'])
    expect(above.columnLevels.map(({ name }) => name)).toEqual([null, 'gender'])
    const below = toProps(input({ ...two, combineMetric: true }, both))
    expect(labels(below.columns)).toEqual(['boy / mean', 'boy / count', 'girl / mean', 'girl / count'])
    expect(below.columnLevels.map(({ name }) => name)).toEqual(['gender', null])
    const neighbor = toProps(input({ ...two, metricsLayout: 'ROWS' }, both))
    expect(labels(neighbor.rows)).toEqual([
      'mean / CA',
      'mean / FL',
      'mean / <NULL>',
      'count / CA',
      'count / FL',
      'count / <NULL>',
    ])
    expect(neighbor.rowLevels.map(({ name }) => name)).toEqual([null, 'state'])
    expect(neighbor.cells).toEqual([
      [1, 30, null, 1, 1, null],
      [3, null, 400, 2, null, 1],
    ])
  })

  it('swaps the sides when transposed', () => {
    const { rows, columns, rowLevels, cells: found } = toProps(input({ transposePivot: true }))
    expect(labels(rows)).toEqual(['boy', 'girl', 'Total (Sum)'])
    expect(labels(columns)).toEqual(['mean / CA', 'mean / FL', 'mean / <NULL>', 'mean / Subtotal', 'Total (Sum)'])
    expect(rowLevels).toEqual([{ name: 'gender', title: 'gender' }])
    expect(found[3]).toEqual([15.5, 406 / 3, 87.4])
  })

  it('names dimensions, metrics and dates by their labels', () => {
    const table: Table = {
      columns: [
        { name: 'state', type: TEMPORAL, values: [Date.UTC(2021, 1, 1), null] },
        { name: 'mean', type: NUMERIC, values: [1, 2] },
      ],
      rowCount: 2,
    }
    const more = { groupbyColumns: [], date_format: '%Y/%m', colTotals: false, rowTotals: false }
    const dataset = { verbose_map: { state: 'State', mean: 'Mean' }, column_formats: {} }
    const { rows, columns, rowLevels } = toProps({ ...input(more, [table]), dataset })
    expect(labels(rows)).toEqual(['2021/02', '<NULL>'])
    expect(labels(columns)).toEqual(['Mean'])
    expect(rowLevels).toEqual([{ name: 'state', title: 'State' }])
  })

  it('shows the metric as the only row without row dimensions', () => {
    const { rows, cells: found } = toProps(
      input({ groupbyRows: [], groupbyColumns: ['gender'], rowTotals: false }, [
        {
          columns: [
            { name: 'gender', type: STRING, values: ['boy', 'girl'] },
            { name: 'mean', type: NUMERIC, values: [15.5, 9] },
          ],
          rowCount: 2,
        },
      ]),
    )
    expect(rows).toMatchObject([{ kind: 'value', labels: ['Total (Sum)'], values: [] }])
    expect(found).toEqual([[15.5], [9]])
  })

  it('shows a mean without values as an empty cell', () => {
    const props = toProps(input({}, [cells({ mean: [1, null, 30, 400] }), totals(wholes)]))
    expect(props.cells[1]).toEqual([null, null, 400, 406 / 3])
    expect(cellText(props, 0, 1)).toBe('')
  })
})

describe('orders', () => {
  const order = (more: object, tables?: readonly Table[]) => toProps(input(more, tables))

  it('sort by labels in both directions, null last', () => {
    expect(labels(order({ rowOrder: 'key_z_to_a' }).rows)).toEqual(['FL', 'CA', '<NULL>', 'Total (Sum)'])
    expect(labels(order({ colOrder: 'key_z_to_a' }).columns).slice(0, 2)).toEqual(['mean / girl', 'mean / boy'])
  })

  it('sort by the totals of the engine', () => {
    // Summed by cells, CA (1 + 3) comes before FL (30) in either case; with a mean of 35 over all rows it does not.
    const moved = { mean: [87.4, 15.5, 406 / 3, 35, 30, 400] }
    const rows = (rowOrder: string) => labels(order({ rowOrder }, [cells(means), totals(moved)]).rows).slice(0, 3)
    expect(rows('value_a_to_z')).toEqual(['FL', 'CA', '<NULL>'])
    expect(rows('value_z_to_a')).toEqual(['<NULL>', 'CA', 'FL'])
    expect(labels(order({ colOrder: 'value_z_to_a' }).columns).slice(0, 2)).toEqual(['mean / girl', 'mean / boy'])
  })

  it('keep groups together and order each among themselves', () => {
    const nested = { groupbyRows: ['gender', 'state'], groupbyColumns: [], colTotals: false, rowTotals: false }
    const { rows } = order({ ...nested, aggregateFunction: 'Maximum', rowOrder: 'value_z_to_a' }, [cells(means)])
    expect(labels(rows)).toEqual(['girl / <NULL>', 'girl / CA', 'boy / FL', 'boy / CA'])
  })
})

describe('formats', () => {
  const formats = (more: object, column_formats = {}) =>
    toProps({ ...input(more), dataset: { verbose_map: {}, column_formats } }).columns.map(({ format }) => format)

  it('uses the formats of the metric unless the form says otherwise; fractions are percentages', () => {
    const own = { mean: '$,.2f' }
    expect(formats({}, own)).toEqual(['$,.2f', '$,.2f', '$,.2f', '$,.2f'])
    expect(formats({})[0]).toBe('SMART_NUMBER')
    expect(formats({ valueFormat: ',.1f' }, own)[0]).toBe(',.1f')
    // The default format of new charts applies to metrics without a format.
    const begun = controls.flatMap(({ rows }) => rows.flat()).find((each) => each.name === 'valueFormat')
    const valueFormat = begun && 'initial' in begun ? begun.initial : undefined
    expect(formats({ valueFormat })[0]).toBe(',.3~f')
    expect(formats({ valueFormat }, own)[0]).toBe('$,.2f')
    expect(formats({ valueFormat, aggregateFunction: 'Count' }, own)[0]).toBe(',.3~f')
    expect(formats({ aggregateFunction: 'Count' }, own)[0]).toBe('SMART_NUMBER')
    expect(formats({ aggregateFunction: 'Sum as Fraction of Total' }, own)[0]).toBe('.1%')
  })

  it('conditions compare with the cells of the metric, without totals', () => {
    const rule = { column: 'mean', operator: '>', targetValue: 2, colorScheme: '#ACE1C4' }
    const other = { ...rule, column: 'nothing' }
    expect(toProps(input({ conditional_formatting: [rule, other] })).formatting).toEqual({
      mean: { rules: [rule], low: 1, high: 400 },
    })
  })
})

it('draws a result without totals', () => {
  expect(toQueries({ ...form, rowTotals: false, colTotals: false })).toHaveLength(1)
  const { rows, columns } = toProps(input({ rowTotals: false, colTotals: false }, [cells(means)]))
  expect([rows.length, columns.length]).toEqual([3, 2])
})
