import { expect, it } from 'vitest'
import { changeText } from '#charts/shared/figure/overall-value.ts'
import { big_number_total } from './index.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { figureText, fitFigure } from '#charts/shared/figure/figure.ts'
import { type BigNumberProps, toProps as ownProps } from './props.ts'
import { NUMERIC, TEMPORAL, type Value } from '#core/table/table.ts'

const toProps = (from: ChartInput) => propsFor(big_number_total, ownProps, from)

const props = (
  value: Value,
  form: Record<string, unknown> = {},
  type: typeof NUMERIC | typeof TEMPORAL = NUMERIC,
): BigNumberProps =>
  toProps({
    form: { viz_type: 'big_number_total', metric: 'count', ...form },
    tables: [{ columns: [{ name: 'count', type, values: [value] }], rowCount: 1 }],
    entries: [],
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  })

it('writes adaptive numbers with three digits and others by their format', () => {
  expect(figureText(props(546123))).toBe('546\u2009k')
  expect(figureText(props(0.4567, { y_axis_format: '.1%' }))).toBe('45.7%')
  expect(figureText(props('9007199254740993', { y_axis_format: '~g' }))).toBe('9007199254740993')
  expect(figureText(props(Date.UTC(2001, 3, 1), { time_format: '%Y-%m-%d' }, TEMPORAL))).toBe('2001-04-01')
  expect(figureText(props(null))).toBe('')
})

it('a text of any length stays within its box', () => {
  const sized = (...below: readonly string[]) => ({ ...props(1), below })
  const long = sized('x'.repeat(500))
  for (const text of ['1', '1'.repeat(40)]) {
    const { figure } = fitFigure(long, text, 240, 160)
    expect(figure).toBeLessThanOrEqual(120)
    expect(figure).toBeGreaterThanOrEqual(14)
  }
  expect(fitFigure(sized('min'), '9.6', 240, 70).isInline).toBe(true)
  expect(fitFigure(long, '9.6', 240, 70).isInline).toBe(false)
})

it('lines below the figure have the largest font size that fits the longest line and all heights', () => {
  const sizes = (height: number, ...below: readonly string[]) =>
    fitFigure({ headerSize: 0.4, subheaderSize: 0.3, below }, '8', 400, height)
  // The number is 400 * 0.96 / (7 * 0.6) = 91 wide, and 200 * 0.4 * 1.5 = 120 high; the text is at most 0.6 of that.
  expect(sizes(200, 'short')).toMatchObject({ figure: 91, below: 55 })
  // 200 minus 91.4 * 1.1 for the number, over two lines of 1.3 times their font size: 38; 28 letters on 384 pixels:
  // 22.9.
  expect(sizes(200, 'short', 'short')).toMatchObject({ below: 38 })
  expect(sizes(200, 'short', 'Mon, Sep 28 2020, incomplete')).toMatchObject({ below: 23 })
})

it('formats zero as 0, without insignificant digits', () => {
  const zero = (y_axis_format?: string) => figureText(props(0, y_axis_format === undefined ? {} : { y_axis_format }))
  expect([zero(), zero('.3s'), zero('$,.3s'), zero(',d'), zero('.1%')]).toEqual(['0', '0', '$0', '0', '0.0%'])
})

it('makes a key figure smaller when the text below it takes two lines', () => {
  const sized = (width: number) =>
    fitFigure({ ...props(1), below: ['°C, the warmest of all days'] }, '37.8', width, 58).figure
  // 27 letters of 0.52 * 12 px are 168 px wide. Two lines of 12 * 1.3 px leave 26.8 px: 24 px at a line height of 1.1.
  expect(sized(145)).toBe(24)
  expect(sized(240)).toBe(30)
})

it('gives all figures of a row the same size', () => {
  const sizes = (width: number, height: number) =>
    new Set(
      ['0', '546 k', '23.95%', '$1.23M'].map(
        (text) => fitFigure({ ...props(1), below: [] }, text, width, height).figure,
      ),
    )
  for (const [width, height] of [
    [240, 160],
    [320, 200],
    [180, 120],
  ] as const)
    expect(sizes(width, height).size).toBe(1)
  // 12 letters, each 0.6 of the font size wide, fill 96 % of the width: 240 * 0.96 / 7.2.
  expect(fitFigure({ ...props(1), below: [] }, 'x'.repeat(12), 240, 160).figure).toBe(32)
})

/** Props of a value now and the value a week before. */
const compared = (now: Value, then: Value, form: Record<string, unknown> = {}): BigNumberProps =>
  toProps({
    form: { viz_type: 'big_number_total', metric: 'count', time_compare: ['1 week ago'], ...form },
    tables: [
      {
        columns: [
          { name: 'count', type: NUMERIC, values: [now] },
          { name: 'count__1 week ago', type: NUMERIC, values: [then] },
        ],
        rowCount: 1,
      },
    ],
    entries: [],
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  })

it.each([
  [1200, 1000, '↑ +20\u2009%, before 1,000'],
  [900, 1000, '↓ −10\u2009%, before 1,000'],
  [-900, -1000, '↑ +10\u2009%, before −1,000'],
  [1000, 1000, '= as before, 1,000'],
  [5, 0, 'before: 0'],
  [5, null, 'No earlier period to compare with'],
  [null, 1000, 'before: 1,000'],
])('the label of the change for %s is %s', (now, then, text) => {
  expect(changeText(compared(now, then))).toBe(text)
  expect(changeText(props(now))).toBeUndefined()
})

it('shows changes of percentages in points, and the unit of the earlier value', () => {
  expect(changeText(compared(0.8, 0.75, { y_axis_format: '.1%' }))).toBe('↑ +5 pts, before 75.0%')
  expect(changeText(compared(0.5, 0.75, { y_axis_format: '.0%' }))).toBe('↓ −25 pts, before 75%')
  expect(changeText(compared(6, 5, { subheader: 'min' }))).toBe('↑ +20\u2009%, before 5\u2009min')
  expect(changeText(compared(6, 5, { subheader: 'departures' }))).toBe('↑ +20\u2009%, before 5')
})

it('queries the number at another time only if the form compares', () => {
  const offsets = (form: object) =>
    big_number_total.toQueries({ viz_type: 'big_number_total', metric: 'count', ...form })
  expect(offsets({})[0]?.time_offsets).toBeUndefined()
  expect(offsets({ time_compare: ['1 week ago'] })[0]?.time_offsets).toEqual(['1 week ago'])
  expect(offsets({ time_compare: [] })[0]?.time_offsets).toBeUndefined()
})
