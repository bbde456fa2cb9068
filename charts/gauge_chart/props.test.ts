import { expect, it } from 'vitest'
import { gauge_chart } from './index.ts'
import { toProps } from './props.ts'
import { intervalsOf } from './intervals.ts'
import { parseNumberList } from '#charts/shared/parse-number-list.ts'
import { gaugeMarks, gaugeOption, gaugeSummary, valueOf } from './option.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { roundUp } from '#charts/shared/axes/round-up.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { NUMERIC, STRING } from '#core/table/table.ts'

const input = (own: object = {}, values: readonly (number | null)[] = [30, 70, null]): ChartInput => ({
  form: { viz_type: 'gauge_chart', groupby: ['plant'], metric: 'load', ...own },
  tables: [
    {
      columns: [
        { name: 'plant', type: STRING, values: values.map((_, at) => `p${at}`) },
        { name: 'load', type: NUMERIC, values },
      ],
      rowCount: values.length,
    },
  ],
  entries: [],
  dataset: { verbose_map: { load: 'Load' }, column_formats: {} },
  labelColors: {},
})
const propsOf = (own?: object, values?: readonly (number | null)[]) =>
  propsFor(gauge_chart, toProps, input(own, values))

it('returns a pointer for each value, on a scale of 0 to 100 by default', () => {
  const { pointers, min, max } = propsOf()
  expect([pointers.map(({ name, value }) => [name, value]), min, max]).toEqual([
    [
      ['p0', 30],
      ['p1', 70],
    ],
    0,
    100,
  ])
  const scale = (own: object, values?: readonly number[]) => {
    const props = propsOf(own, values)
    return [props.min, props.max]
  }
  expect(scale({ min_val: 20, max_val: 80 })).toEqual([20, 80])
  expect(scale({ min_val: null, max_val: null }, [-3, 4619])).toEqual([-5, 5000])
  expect(scale({ min_val: 5, max_val: 5 })).toEqual([5, 6])
})

it.each([
  [0, 0],
  [1, 1],
  [1.2, 2],
  [2.2, 2.5],
  [4619, 5000],
  [0.07, 0.1],
])('%s is rounded up to %s', (value, expected) => {
  expect(roundUp(value)).toBeCloseTo(expected, 12)
})

it('intervals end at their bounds, with the color of their index', () => {
  expect(parseNumberList('2, 4,5')).toEqual([2, 4, 5])
  expect([parseNumberList(''), parseNumberList('2,many')]).toEqual([[], undefined])
  expect(intervalsOf({ bounds: [4, 2, 12], indices: [3] }, { min: 0, max: 10 })).toEqual([
    { end: 0.2, color: 2 },
    { end: 0.4, color: 1 },
    { end: 1, color: 2 },
  ])
  const option = gaugeOption(
    { ...propsOf({ intervals: '25,100', interval_color_indices: '1,2' }), width: 300, height: 300, theme: 'light' },
    chartThemeOf((name) => name),
  ) as { series: [{ axisLine: { lineStyle: { color: unknown } } }] }
  expect(option.series[0].axisLine.lineStyle.color).toEqual([
    [0.25, '#3258bb'],
    [1, '#df7710'],
  ])
})

it('writes values within the text of the form', () => {
  expect(valueOf({ format: ',d', around: '{value} km/h' }, 1234)).toBe('1,234 km/h')
  expect(propsOf({ value_formatter: ' %' }).around).toBe('{value} %')
  expect(gaugeMarks(propsOf())[1]?.text()).toBe('p1: 70 of 100')
  expect(gaugeSummary(propsOf())).toBe('Load, from 0 to 100. p0 30, p1 70')
})

it('reports how many values exceed its limit', () => {
  const props = propsOf(
    {},
    Array.from({ length: 13 }, (_, at) => at),
  )
  expect([props.pointers.length, props.left]).toEqual([10, 3])
})

/** Returns the center texts of a gauge of these values, and their offsets in radii. */
const linesOf = (values: readonly number[], name = (at: number) => `p${at}`) => {
  const props = propsOf({}, values)
  const named = { ...props, pointers: props.pointers.map((each, at) => ({ ...each, name: name(at) })) }
  const option = gaugeOption(
    { ...named, width: 400, height: 226, theme: 'light' },
    chartThemeOf((each) => each),
  ) as unknown as {
    series: [
      { radius: number; data: { detail: { show: boolean; formatter: string; offsetCenter: [string, string] } }[] },
    ]
  }
  return option.series[0].data
    .map(({ detail }) => detail)
    .filter(({ show }) => show)
    .map(({ formatter, offsetCenter }) => ({ text: formatter, below: Number.parseFloat(offsetCenter[1]) / 100 }))
}

it('lines of several values stay within the chart', () => {
  const five = linesOf([10, 20, 30, 40, 50])
  expect(five).toHaveLength(5)
  // In 210 px the arc takes 1 + sin 45° radii; below it are an 8 px margin and half a line of 8.
  const reach = Math.sin(Math.PI / 4)
  const radius = 210 / (1 + reach)
  for (const { below } of five) expect(below * radius).toBeLessThan(reach * radius + 8 - 4)
  const ten = linesOf(Array.from({ length: 10 }, (_, at) => at))
  expect(ten.at(-1)?.text).toMatch(/^\+ \d$/)
  expect(ten.length - 1 + Number(ten.at(-1)?.text.slice(2))).toBe(10)
})

it('escapes rich text markup in names', () => {
  const [first] = linesOf([1, 2], () => '{dot|x}')
  expect(first?.text.replaceAll('\u200b', '')).toBe('{dot|●} {dot|x}: 1')
  expect(first?.text.match(/\{\w+\|/g)).toHaveLength(1)
})

it('the value of a small dial fits inside it, without a title', () => {
  const textAt = (height: number) => {
    const option = gaugeOption(
      { ...propsOf({}, [6700]), width: 206, height, theme: 'light' },
      chartThemeOf((name) => name),
    ) as { series: [{ data: [{ title: { show: boolean }; detail: { fontSize: number } }] }] }
    const [{ title, detail }] = option.series[0].data
    return { isTitled: title.show, fontSize: detail.fontSize }
  }
  expect(textAt(300)).toEqual({ isTitled: true, fontSize: 22.5 })
  const small = textAt(58)
  expect([small.isTitled, small.fontSize < 22.5]).toEqual([false, true])
})
