import { describe, expect, it } from 'vitest'
import { cal_heatmap } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { calendarLayout, fittedLayout } from './layout.ts'
import { calendarOption } from './option.ts'
import { firstPeriodStart, nextPeriodStart, positionInBlock, startOf } from './periods.ts'
import { type CalendarProps, MAX_CELLS, toProps } from './props.ts'
import { colorStepsOf } from '#charts/shared/color-steps.ts'
import { calendarSummary, hiddenCellsText } from './texts.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { NUMERIC, type Table, TEMPORAL } from '#core/table/table.ts'

const day = (month: number, date: number): number => Date.UTC(2020, month - 1, date)
const said = { viz_type: 'cal_heatmap', metrics: ['count'], granularity_sqla: 'date' }

function propsOf(rows: readonly (readonly [at: number, value: number | null])[], form: object = {}): CalendarProps {
  const table: Table = {
    columns: [
      { name: '__timestamp', type: TEMPORAL, values: rows.map(([at]) => at) },
      { name: 'count', type: NUMERIC, values: rows.map(([, value]) => value) },
    ],
    rowCount: rows.length,
  }
  return propsFor(cal_heatmap, toProps, {
    form: { ...said, ...form },
    tables: [table],
    entries: [],
    dataset: { verbose_map: { count: 'Strikes' }, column_formats: {} },
    labelColors: {},
  })
}

describe('the periods of a calendar', () => {
  it('begin at calendar boundaries, weeks on Monday', () => {
    // 2020-01-01 was a Wednesday.
    expect(startOf(day(1, 1), 'week')).toBe(Date.UTC(2019, 11, 30))
    expect(startOf(day(2, 29), 'month')).toBe(day(2, 1))
    expect(startOf(Date.UTC(1969, 11, 31, 23, 59), 'day')).toBe(Date.UTC(1969, 11, 31))
    expect(nextPeriodStart(day(12, 1), 'month')).toBe(Date.UTC(2021, 0, 1))
    expect(firstPeriodStart(day(1, 1), 'week')).toBe(day(1, 6))
  })

  it('get a column and a row in a block', () => {
    expect(positionInBlock(day(1, 1), 'month', 'day')).toEqual({ column: 0, row: 2 })
    expect(positionInBlock(day(1, 6), 'month', 'day')).toEqual({ column: 1, row: 0 })
    expect(positionInBlock(day(1, 31), 'month', 'day')).toEqual({ column: 4, row: 4 })
    expect(positionInBlock(day(1, 6), 'year', 'day')).toEqual({ column: 1, row: 0 })
    expect(positionInBlock(day(1, 1) + 7 * 3_600_000, 'day', 'hour')).toEqual({ column: 1, row: 1 })
    expect(positionInBlock(day(1, 3) + 7 * 3_600_000, 'month', 'hour')).toEqual({ column: 2, row: 7 })
    expect(positionInBlock(day(1, 1) + 25 * 60_000, 'hour', 'min')).toEqual({ column: 2, row: 5 })
    expect(positionInBlock(day(1, 13), 'month', 'week')).toEqual({ column: 1, row: 0 })
    expect(positionInBlock(day(5, 1), 'year', 'month')).toEqual({ column: 4, row: 0 })
  })
})

describe('the layout', () => {
  it('returns a cell for each day from the first month to the last, those without a value too', () => {
    const { cells, texts, height } = calendarLayout(
      propsOf([
        [day(1, 1), 5],
        [day(2, 2), 7],
      ]),
      400,
    )
    // 31 days of January and 29 of February.
    expect(cells).toHaveLength(60)
    expect(cells.filter(({ value }) => value !== null).map(({ value }) => value)).toEqual([5, 7])
    // The name takes 22 and the month 16; Wednesday is the third 12-pixel row; weekdays take 32 on the left.
    expect(cells[0]).toEqual({ left: 32, top: 4 + 22 + 16 + 24, metric: 0, at: day(1, 1), value: 5 })
    expect(texts.filter(({ kind }) => kind === 'domain').map(({ text }) => text)).toEqual(['Jan 2020', 'Feb 2020'])
    expect(texts.filter(({ kind }) => kind === 'weekday').map(({ text }) => text)).toEqual(['Mon', 'Wed', 'Fri', 'Sun'])
    // Five weeks of January, then 10 pixels.
    expect(cells[31]?.left).toBe(32 + 5 * 12 + 10)
    expect(height).toBe(4 + 22 + 16 + 7 * 12 + 12)
  })

  it('wraps blocks at the width, and widens a single one', () => {
    const narrow = calendarLayout(
      propsOf([
        [day(1, 1), 5],
        [day(2, 2), 7],
      ]),
      120,
    )
    expect(narrow.cells[31]?.left).toBe(32)
    expect(narrow.cells[31]?.top).toBeGreaterThan(4 + 22 + 16 + 7 * 12)
    // 2020 has 53 columns of weeks that begin on Monday.
    expect(calendarLayout(propsOf([[day(1, 1), 5]], { domain_granularity: 'year' }), 300).width).toBe(32 + 53 * 12)
  })

  it('puts as many blocks on each line as fit', () => {
    // Seven months are 36 columns of 12 with 6 gaps of 10, after 32 for weekdays: 524. Six are 454, the other six 466.
    const { texts } = calendarLayout(
      propsOf([
        [day(1, 1), 1],
        [day(12, 31), 2],
      ]),
      530,
    )
    const tops = texts.filter(({ kind }) => kind === 'domain').map(({ top }) => top)
    expect([...new Set(tops)].map((each) => tops.filter((top) => top === each).length)).toEqual([6, 6])
  })

  it('uses smaller cells when the configured ones do not fit, unless even the smallest do not fit', () => {
    const props = propsOf([[day(1, 1), 5]], { cell_size: 20, show_metric_name: false })
    // 4 above, 16 for the month, seven rows and 12 below: 186 at 22 pixels a row, 116 at 12.
    expect([fittedLayout(props, 400, 186).size, fittedLayout(props, 400, 116).size]).toEqual([20, 10])
    // Five columns after the weekdays: 32 and five times 15.
    expect(fittedLayout(props, 107, 186).size).toBe(13)
    expect([fittedLayout(props, 400, 60).size, fittedLayout(props, 400, 88).size]).toEqual([20, 6])
    expect(fittedLayout(propsOf([[day(1, 1), 5]], { show_values: true }), 400, 100).size).toBe(34)
  })

  it('enlarges cells if the height allows it and the form has the default size', () => {
    const props = propsOf([[day(1, 1), 5]], { show_metric_name: false })
    // 32 pixels around seven rows: 116 at 12 pixels a row, 186 at 22. The padding is 2.
    expect([fittedLayout(props, 400, 116).size, fittedLayout(props, 400, 186).size]).toEqual([10, 20])
    expect(fittedLayout(props, 400, 1000).size).toBe(40)
    // Five columns after the weekdays: 32 and five times 15.
    expect(fittedLayout(props, 107, 1000).size).toBe(13)
    const written = propsOf([[day(1, 1), 5]], { show_metric_name: false, show_values: true })
    // 34 pixels and the padding in seven rows are 284 with the space around them, 36 are 298.
    expect([fittedLayout(written, 400, 284).size, fittedLayout(written, 400, 298).size]).toEqual([34, 36])
  })

  it('fills the height with cells up to twice as high as wide where the width limits them', () => {
    const props = propsOf([[day(1, 1), 5]], { show_metric_name: false })
    // Squares of 13 take 32 pixels and seven rows of 15: 137. At 200, 9 of the 63 left go to each row; at 1000, 13.
    const filled = fittedLayout(props, 107, 200)
    expect([filled.size, filled.cellHeight, filled.height]).toEqual([13, 22, 200])
    const highest = fittedLayout(props, 107, 1000)
    expect([highest.cellHeight, highest.height]).toEqual([26, 4 + 16 + 7 * 28 + 12])
    // The first is a Wednesday: the third row.
    expect([filled.cells[0]?.top, filled.cells[1]?.top]).toEqual([4 + 16 + 2 * 24, 4 + 16 + 3 * 24])
    // The 10 pixels of the form do not fit the width: five columns of 8 do, with the space after the weekdays.
    const narrow = fittedLayout(props, 32 + 5 * 10, 200)
    expect([narrow.size, narrow.cellHeight]).toEqual([8, 16])
    const sized = fittedLayout(propsOf([[day(1, 1), 5]], { show_metric_name: false, cell_size: 12 }), 107, 1000)
    expect([sized.size, sized.cellHeight]).toEqual([12, 12])
  })

  it('leaves less than 24 pixels free below a year in the tiles of a dashboard', () => {
    const year = propsOf([
      [day(1, 1), 5],
      [day(12, 31), 7],
    ])
    const tiles = [
      [350, 420],
      [560, 320],
      [560, 520],
      [760, 460],
      [1150, 400],
    ] as const
    for (const [width, height] of tiles) {
      const { cells, cellHeight, height: used } = fittedLayout(year, width, height)
      expect(cells).toHaveLength(366)
      const bottom = Math.max(...cells.map(({ top }) => top)) + cellHeight
      // The padding of the last row and the gap after it take 14.
      expect(bottom).toBe(used - 14)
      expect(height - bottom).toBeGreaterThanOrEqual(14)
      expect(height - bottom).toBeLessThan(14 + 24)
    }
  })

  it('applies sizes of the form, hides names, and reserves space for values', () => {
    const form = { cell_size: 20, cell_padding: 4, show_metric_name: false }
    const { cells, size } = calendarLayout(propsOf([[day(1, 1), 5]], form), 400)
    expect([size, cells[1]?.top]).toEqual([20, 4 + 16 + 3 * 24])
    expect(calendarLayout(propsOf([[day(1, 1), 5]], { show_values: true }), 400).size).toBe(34)
  })
})

it('colours go by equal steps from the least to the greatest', () => {
  const { ends, colors, stepOf } = colorStepsOf([0, 10, null, 5], { scheme: 'white_black', steps: 3 }, 'light')
  expect(ends).toEqual([0, 5, 10])
  expect(colors).toEqual(['#ffffff', '#808080', '#000000'])
  expect([0, 0.1, 5, 5.1, 10].map(stepOf)).toEqual([0, 1, 1, 2, 2])
  expect(colorStepsOf([4, 4], { scheme: 'white_black', steps: 9 }, 'light').ends).toEqual([4])
  expect(colorStepsOf([null], { scheme: null, steps: 9 }, 'light').ends).toEqual([])
})

it('describes a cell by period and value, and the chart by its maximum', () => {
  const props = propsOf(
    [
      [day(1, 1), 5],
      [day(1, 2), null],
      [day(2, 2), 7],
    ],
    { y_axis_format: ',.1f' },
  )
  const layout = calendarLayout(props, 400)
  const steps = props.metrics.map(({ values }) => colorStepsOf(values, props, 'light'))
  const option = calendarOption(
    props,
    layout,
    steps,
    chartThemeOf(() => '#123456'),
  ) as {
    series: { renderItem: (params: { dataIndex: number }) => { style: { fill: string } } }[]
    tooltip: { formatter: (mark: { dataIndex: number }) => string }
  }
  expect(option.tooltip.formatter({ dataIndex: 0 })).toMatch(/Wed, Jan 1 2020.*Strikes.*5\.0/s)
  expect(option.tooltip.formatter({ dataIndex: 1 })).toContain('No data')
  const fills = [0, 1, 32].map((dataIndex) => option.series[0]?.renderItem({ dataIndex }).style.fill)
  expect(fills).toEqual([steps[0]?.colors[0], '#123456', steps[0]?.colors.at(-1)])
  expect(calendarSummary(props)).toBe(
    'From Wed, Jan 1 2020 to Sun, Feb 2 2020. Strikes: 2 cells, highest 7.0 at Sun, Feb 2 2020, lowest 5.0 at Wed, Jan 1 2020',
  )
  expect(calendarSummary(propsOf([]))).toBe('Chart without values')
})

it('draws the latest cells up to the limit, and reports how many are missing', () => {
  const many = Array.from({ length: MAX_CELLS + 3 }, (_, hour) => [hour * 3_600_000, hour] as const)
  const props = propsOf(many, { subdomain_granularity: 'hour' })
  expect([props.at.length, props.at[0], props.left]).toEqual([MAX_CELLS, 3 * 3_600_000, 3])
  expect(hiddenCellsText(props)).toBe('Showing the last 20,000 of 20,003 cells')
  expect(hiddenCellsText(propsOf([[0, 1]]))).toBe('')
})

it('queries and drills by the period of its cells, for any grain of the form', () => {
  const form = { ...said, subdomain_granularity: 'hour', time_grain_sqla: 'P1Y', groupby: ['origin'] }
  const [query] = cal_heatmap.toQueries(form)
  expect(query).toMatchObject({ is_timeseries: true, columns: [], extras: { time_grain_sqla: 'PT1H' } })
  expect(cal_heatmap.toDrillFilters?.([{ __timestamp: 7_200_000 }], form)).toEqual([
    { col: 'date', op: 'IN', val: [7_200_000], grain: 'PT1H' },
  ])
})
