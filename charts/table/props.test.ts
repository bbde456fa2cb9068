import { describe, expect, it } from 'vitest'
import { table } from './index.ts'
import { toProps as ownProps } from './props.ts'
import { barOf, cellText, columnWidths, matchingRows, minColumnWidth } from './cells.ts'
import { cellBackgroundCss } from '#charts/shared/echarts/background-text.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'

const toProps = (from: ChartInput) => propsFor(table, ownProps, from)
const toDataMask = (...of: Parameters<NonNullable<typeof table.toDataMask>>) => table.toDataMask?.(...of) ?? {}

const rows: Table = {
  columns: [
    { name: 'origin', type: STRING, values: ['ORD', null, 'ATL'] },
    { name: 'count', type: NUMERIC, values: [30, 10, null] },
    { name: 'delay', type: NUMERIC, values: [-2, 8, 0] },
  ],
  rowCount: 3,
}
const totals: Table = {
  columns: [
    { name: 'count', type: NUMERIC, values: [40] },
    { name: 'delay', type: NUMERIC, values: [4] },
  ],
  rowCount: 1,
}

function input(form: Record<string, unknown>, tables: readonly Table[] = [rows]): ChartInput {
  return {
    form: { viz_type: 'table', groupby: ['origin'], metrics: ['count', 'delay'], ...form },
    tables,
    entries: [],
    dataset: { verbose_map: { count: 'Flights' }, column_formats: { count: ',d' } },
    labelColors: {},
  }
}

describe('toProps', () => {
  it('separates dimensions from metrics, and names and formats them by the dataset', () => {
    const { columns } = toProps(input({}))
    expect(
      columns.map(({ name, title, kind, format, align, isDimension }) => [
        name,
        title,
        kind,
        format,
        align,
        isDimension,
      ]),
    ).toEqual([
      ['origin', 'origin', 'text', '', 'start', true],
      ['count', 'Flights', 'number', ',d', 'end', false],
      ['delay', 'delay', 'number', 'SMART_NUMBER', 'end', false],
    ])
  })

  it('shows percentage metrics as shares of the sum of the rows, after the metrics', () => {
    const { columns } = toProps(input({ metrics: ['delay'], percent_metrics: ['count'] }))
    expect(columns.map((each) => each.title)).toEqual(['origin', 'delay', '%Flights'])
    expect(columns[2]).toMatchObject({ kind: 'percent', format: ',.3%', values: [0.75, 0.25, null] })
  })

  it('takes shares of the total over all rows, unless they are to be those of the rows shown', () => {
    const all: Table = { columns: [{ name: 'count', type: NUMERIC, values: [120] }], rowCount: 1 }
    const percent = {
      metrics: ['delay'],
      percent_metrics: ['count'],
      percent_metric_calculation: 'all_records',
      show_totals: true,
    }
    const of = (form: object) => toProps(input({ ...percent, ...form }, [rows, all])).columns[2]
    expect(of({})).toMatchObject({ values: [0.25, 10 / 120, null], total: 1 })
    expect(of({ percent_metric_calculation: 'row_limit' })).toMatchObject({ values: [0.75, 0.25, null], total: 1 })
    const none: Table = { columns: [{ name: 'count', type: NUMERIC, values: [0] }], rowCount: 1 }
    expect(toProps(input(percent, [rows, none])).columns[2]?.total).toBeNull()
  })

  it('draws bars from the least to the greatest value, or from zero to the greatest value when aligned', () => {
    expect(toProps(input({})).columns.map((each) => each.extent)).toEqual([null, [0, 30], [-2, 8]])
    expect(toProps(input({ align_pn: true })).columns[2]?.extent).toEqual([0, 8])
    expect(toProps(input({ show_cell_bars: false })).columns[1]?.extent).toBeNull()
  })

  it('takes totals from the second result', () => {
    const props = toProps(input({ show_totals: true }, [rows, totals]))
    expect(props.showTotals).toBe(true)
    expect(props.columns.map((each) => each.total)).toEqual([null, 40, 4])
  })

  it('lets column settings win over the dataset', () => {
    const config = { count: { d3NumberFormat: '.1f', horizontalAlign: 'left', columnWidth: 80, showCellBars: false } }
    expect(toProps(input({ column_config: config })).columns[1]).toMatchObject({
      format: '.1f',
      align: 'start',
      width: 80,
      extent: null,
    })
  })

  it('E-COLCFG-03: every setting of a column changes how it is written or drawn', () => {
    const plain = toProps(input({})).columns[2]
    const of = (config: object) => toProps(input({ column_config: { delay: config } })).columns[2]
    expect(of({ fractionDigits: 2 })?.format).toBe(',.2f')
    expect(of({ d3NumberFormat: '$,d', fractionDigits: 1 })?.format).toBe('$,.1f')
    expect(of({ d3NumberFormat: '.3%', fractionDigits: 0 })?.format).toBe('.0%')
    expect(of({ d3SmallNumberFormat: '.4f' })?.smallFormat).toBe('.4f')
    expect(of({ columnWidth: 200 })?.width).toBe(200)
    expect(of({ horizontalAlign: 'center' })?.align).toBe('center')
    expect(of({ truncateLongCells: true })?.isCut).toBe(true)
    expect(of({ alignPositiveNegative: true })?.extent).toEqual([0, 8])
    expect([plain?.extent, of({ showCellBars: false })?.extent]).toEqual([[-2, 8], null])
    expect([plain?.colorSigns, of({ colorPositiveNegative: false })?.colorSigns]).toEqual([true, false])
  })

  it('E-FORMAT-01: colours numbers by the rules of their column, the stronger the farther from the target', () => {
    const rules = [{ column: 'count', operator: '>', targetValue: 10, colorScheme: '#ACE1C4' }]
    const { columns } = toProps(input({ conditional_formatting: rules }))
    expect(columns.map((each) => each.backgrounds)).toEqual([
      null,
      [{ r: 172, g: 225, b: 196, a: 1 }, null, null],
      null,
    ])
    expect(columns[1]?.extent).toBeNull()
    const wrong = [{ column: 'count', operator: '>', colorScheme: '#ACE1C4' }]
    expect(toProps(input({ conditional_formatting: wrong })).columns[1]?.backgrounds).toBeNull()
  })

  it('shows raw rows without bars, every column a dimension', () => {
    const { columns } = toProps(input({ query_mode: 'raw' }))
    expect(columns.every((each) => each.isDimension && each.extent === null)).toBe(true)
  })
})

describe('cells', () => {
  const [origin, count, delay] = toProps(input({})).columns

  it('writes numbers, nulls and instants', () => {
    if (!origin || !count) throw new Error('columns are missing')
    expect(cellText(count, 12345, null)).toBe('12,345')
    expect(cellText(count, null, null)).toBe('')
    expect(cellText(count, '9007199254740993', null)).toBe('9,007,199,254,740,993')
    expect(cellText(origin, null, null)).toBe('<NULL>')
    expect(cellText(origin, '', null)).toBe('<empty string>')
    const text = { ...count, kind: 'text' as const }
    expect([null, ''].map((value) => cellText(text, value, null))).toEqual(['<NULL>', ''])
    const time = { ...origin, kind: 'time' as const, format: 'smart_date' }
    expect(cellText(time, Date.UTC(1900, 0, 1), 'P1D')).toBe('1900-01-01')
  })

  it('draws bars from zero, negative ones to the left', () => {
    if (!delay || !count) throw new Error('columns are missing')
    expect(barOf(delay, -2)).toEqual({ from: 0, share: 0.2, isNegative: true })
    expect(barOf(delay, 8)).toEqual({ from: 0.2, share: 0.8, isNegative: false })
    expect(barOf(count, null)).toBeUndefined()
  })

  it('sorts by numbers with empty cells last in both directions, and finds text in any cell', () => {
    const props = toProps(input({}))
    expect([...matchingRows(props, { column: 1, isDescending: true }, '')]).toEqual([0, 1, 2])
    expect([...matchingRows(props, { column: 1, isDescending: false }, '')]).toEqual([1, 0, 2])
    expect([...matchingRows(props, { column: 0, isDescending: false }, '')]).toEqual([2, 0, 1])
    expect([...matchingRows(props, undefined, 'at')]).toEqual([2])
  })

  it('gives the width that numbers leave to columns of text', () => {
    const plain = toProps(input({ show_cell_bars: false })).columns
    expect(columnWidths(plain, 500)).toEqual([296, 96, 96])
    // 164 are left, and the text needs 75 more than its 132 (6 letters of 6.6, 15, 20): each gets a third of 221 more.
    expect(columnWidths(toProps(input({})).columns, 500)).toEqual([150, 169, 169])
    // Half of 2,000 would exceed the maximum for bars: 96 and 120.
    expect(columnWidths(toProps(input({})).columns, 2000).slice(1)).toEqual([216, 216])
    // A header of 20 letters of 6.6, an arrow of 15 and padding of 20 are 167: 71 of the 164 more than the default 96.
    const titled = plain.map((column, at) => (at === 1 ? { ...column, title: 'Percentile of delays' } : column))
    expect(columnWidths(titled, 500)).toEqual([225, 167, 96])
    // 4 are left and 57 not needed; the header would take 66 more than its longest word.
    expect(columnWidths(titled, 345)[1]).toBe(101)
    // 324 needed of 288: number columns lose the missing 36, the text column keeps its width.
    expect(columnWidths(toProps(input({})).columns, 300)).toEqual([132, 84, 72])
    expect(columnWidths(toProps(input({})).columns, 100)).toEqual([75, 82, 68])
  })
})

it.each([
  ['the largest number', 12_345_678_901, '12,345,678,901'],
  ['the smallest number', -12_345_678_901, '−12,345,678,901'],
  ['a number that is stored as text', '90071992547409930000', '90,071,992,547,409,930,000'],
])('the column has space for %s, so that no number is truncated', (_, value, text) => {
  const [, count] = toProps(input({ show_cell_bars: false })).columns
  if (!count) throw new Error('no column')
  const values = Array.from({ length: 500 }, (__, row) => (row === 321 ? value : 7))
  expect(cellText(count, value, null)).toBe(text)
  expect(columnWidths([{ ...count, values }, count, count], 200)[0]).toBeGreaterThanOrEqual(text.length * 7)
})

it.each([
  [
    'below one, after numbers of as many digits',
    [12.345678901234567, 0.00012345678901234567],
    '0.00012345678901234567',
  ],
  ['above all plain ones', [-12.345678901234567, -1.2345678901234567e30], '-1.2345678901234567e+30'],
  ['that is negative, after a positive one', [12.345678901234567, -1.2345678901234567], '-1.2345678901234567'],
])('the column has space for an unformatted number %s', (_, values, text) => {
  const [, count] = toProps(input({ show_cell_bars: false })).columns
  if (!count) throw new Error('no column')
  const plain = { ...count, format: '', smallFormat: null, total: null }
  expect(cellText(plain, values[1] ?? null, null)).toBe(text)
  const column = { ...plain, values: [...values, 1.5] }
  expect(minColumnWidth(column)).toBe(text.length * 7 + 20)
})

it('distributes the width of text columns by the length of their texts', () => {
  const { columns } = toProps(input({}))
  const [text] = columns
  if (!text) throw new Error('no columns')
  const long = { ...text, values: ['Buffalo Chicken Pizza Extra Large'] }
  const [first = 0, second = 0] = columnWidths([long, text], 400)
  expect(first).toBeGreaterThanOrEqual(33 * 7 + 20)
  expect(first + second).toBeLessThanOrEqual(388)
  expect(columnWidths([text, text], 400)).toEqual([194, 194])
})

it('measures the visible text of cells instead of their HTML', () => {
  const [text] = toProps(input({})).columns
  if (!text) throw new Error('no columns')
  const widths = (first: string, second: string) =>
    columnWidths(
      [
        { ...text, values: [first] },
        { ...text, values: [second] },
      ],
      400,
    )
  const seen = widths('Buffalo & Chicken Pizza', 'Vegetarian')
  const written = '<a href="https://example.org/pizzas?kind=buffalo">Buffalo &amp; <b>Chicken</b> Pizza</a>'
  expect(widths(written, 'Vegetarian')).toEqual(seen)
  expect(widths('Buffalo & Chicken Pizza', `<style>td { color: red }</style><i>Vegetarian</i>`)).toEqual(seen)
  // A plain URL is shown in full, and so is text that only looks like HTML.
  expect(widths('https://example.org/pizzas', 'Vegetarian')).toEqual(widths('x'.repeat(26), 'Vegetarian'))
  expect(widths('1 < 2 and 3 > 2', 'Vegetarian')).toEqual(widths('x'.repeat(15), 'Vegetarian'))
})

it('a table that scrolls sideways gives its names up to half of the visible width', () => {
  const { columns } = toProps(input({}))
  const [text, number] = columns
  if (!text || !number) throw new Error('no columns')
  const long = { ...text, values: ['Buffalo Chicken Pizza Extra Large'] }
  const short = { ...text, values: ['Vegetarian'] }
  const widths = columnWidths([long, short, number, number, number, number], 358)
  expect(widths.slice(0, 2)).toEqual([179, 90])
})

it('a number, a date or a word of a header is complete at any width of the table', () => {
  const { columns } = toProps(input({}))
  const [text, number] = columns
  if (!text || !number) throw new Error('no columns')
  const long = { ...number, title: 'Mean', values: [123_456_789.25], format: ',.2f' }
  const day = { ...text, kind: 'time' as const, format: '%Y-%m-%d %H:%M', values: [Date.UTC(2001, 0, 31)] }
  const headed = { ...text, title: 'Destination of flights' }
  const [first = 0, second = 0, third = 0] = columnWidths([long, day, headed], 120)
  expect(first).toBeGreaterThanOrEqual('123,456,789.25'.length * 7 + 20)
  expect(second).toBeGreaterThanOrEqual('2001-01-31 00:00'.length * 7 + 20)
  expect(third).toBeGreaterThanOrEqual('Destination'.length * 6.6 + 20)
})

it('a background is pale enough for the text of its theme', () => {
  expect(cellBackgroundCss({ r: 172, g: 225, b: 196, a: 0.5 }, 'dark')).toBe('rgba(172, 225, 196, 0.2)')
})

it('gives room to texts, but not to those that are cut', () => {
  const widths = (config: object) => columnWidths(toProps(input({ column_config: { origin: config } })).columns, 500)
  // A third of the remaining 96.
  expect(widths({ columnWidth: 200 })[0]).toBe(232)
  expect(widths({ columnWidth: 200, truncateLongCells: true })[0]).toBe(200)
})

describe('toDataMask', () => {
  const form = { viz_type: 'table', groupby: ['origin'], metrics: ['count'] }

  it('puts the values of one column into one condition', () => {
    expect(toDataMask([{ origin: 'EU' }, { origin: 'US' }], form)).toEqual({
      extraFormData: { filters: [{ col: 'origin', op: 'IN', val: ['EU', 'US'] }] },
      filterState: { label: 'EU, US', value: [['EU', 'US']], filters: { origin: ['EU', 'US'] } },
    })
  })

  it('filters null by IS NULL and carries the grain of time buckets', () => {
    expect(toDataMask([{ origin: null }], form).extraFormData?.filters).toEqual([{ col: 'origin', op: 'IS NULL' }])
    expect(toDataMask([{ __timestamp: 5 }], { ...form, time_grain_sqla: 'P1D' }).extraFormData?.filters).toEqual([
      { col: '__timestamp', op: 'IN', val: [5], grain: 'P1D' },
    ])
  })
})

it('E-COLCFG-03: a column with an emit target filters by that one', () => {
  const form = { viz_type: 'table', groupby: ['origin'], column_config: { origin: { emitTarget: 'airport' } } }
  expect(toDataMask([{ origin: 'ORD' }], form).extraFormData?.filters).toEqual([
    { col: 'airport', op: 'IN', val: ['ORD'] },
  ])
})

it('separates temporal columns of raw rows from text', () => {
  const raw: Table = { columns: [{ name: 't', type: TEMPORAL, values: [0] }], rowCount: 1 }
  expect(toProps(input({ query_mode: 'raw', all_columns: ['t'] }, [raw])).columns[0]?.kind).toBe('time')
})
