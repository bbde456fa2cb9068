import { expect, it } from 'vitest'
import { sunburst_v2 } from './index.ts'
import { toProps } from './props.ts'
import { ringColor, sunburstOption, mergeThinParts, thinPartsNote } from './option.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { NUMERIC, STRING } from '#core/table/table.ts'

const input = (form: object = {}): ChartInput => ({
  form: { viz_type: 'sunburst_v2', columns: ['origin'], metric: 'count', show_labels: true, ...form },
  tables: [
    {
      columns: [
        { name: 'origin', type: STRING, values: ['ORD', 'ATL', 'SFO'] },
        { name: 'count', type: NUMERIC, values: [60, 38, 2] },
        { name: 'late', type: NUMERIC, values: [6, 19, 2] },
      ],
      rowCount: 3,
    },
  ],
  entries: [],
  dataset: { verbose_map: { count: 'Flights' }, column_formats: {} },
  labelColors: { ATL: '#123456' },
})
const propsOf = (form?: object) => propsFor(sunburst_v2, toProps, input(form))
const drawn = (form: object, width = 600) =>
  sunburstOption(
    { ...propsOf(form), width, height: 400, theme: 'light' },
    chartThemeOf((name) => name),
  ) as {
    visualMap: { text?: string[] }
    series: [{ radius: number[]; data: { itemStyle: { color: string }; label?: { show: boolean } }[] }]
    title: { show: boolean; text: string }
  }

it('colours parts by name, or by the ratio of two metrics', () => {
  expect(propsOf().ratio).toBeNull()
  expect(propsOf({ secondary_metric: 'count' }).ratio).toBeNull()
  // 6 of 60, 19 of 38, 2 of 2
  expect(propsOf({ secondary_metric: 'late', linear_color_scheme: 'white_black' }).ratio).toEqual({
    name: 'late / Flights',
    second: 'late',
    format: 'SMART_NUMBER',
    least: 0.1,
    most: 1,
    scheme: 'white_black',
  })
  const colors = (form: object) => drawn(form).series[0].data.map(({ itemStyle }) => itemStyle.color)
  expect(colors({})[1]).toBe('#123456')
  // (0.5 - 0.1) / (1 - 0.1) is 4/9: 255 * 5/9 = 142 = 8e
  expect(colors({ secondary_metric: 'late', linear_color_scheme: 'white_black' })).toEqual([
    '#ffffff',
    '#8e8e8e',
    '#000000',
  ])
  expect(drawn({ secondary_metric: 'late' }).visualMap.text).toEqual(['1', '0.1'])
})

it('labels only parts above the threshold, and shows the total on request', () => {
  const [{ data }] = drawn({ show_labels_threshold: 5 }).series
  expect(data.map(({ label }) => label?.show ?? false)).toEqual([true, true, false])
  expect(drawn({ show_labels: false }).series[0].data.some(({ label }) => label?.show)).toBe(false)
  expect(drawn({ show_total: true }).title).toMatchObject({ show: true, text: 'Total: 100' })
})

it('fills its room at the usual radius, and has a hole as a ring', () => {
  // The shorter side is 400 px.
  expect(drawn({ outerRadius: 70 }).series[0].radius).toEqual([0, 200])
  expect(drawn({ outerRadius: 35, donut: true, innerRadius: 30 }).series[0].radius).toEqual([30, 100])
})

it('outer rings are closer to the background color', () => {
  // A fifth of the distance from 0 to 255 is 51, to 22 it is 4.4.
  expect(ringColor('#000000', 1, 'light')).toBe('#333333')
  expect(ringColor('#000000', 1, 'dark')).toBe('#040404')
  expect(ringColor('#000000', 0, 'light')).toBe('#000000')
})

it('merges thin parts of one colour, and shows a note', () => {
  const props = { ...propsOf({ columns: ['origin', 'carrier'] }), width: 600, height: 400 }
  const branch = { name: 'DL', selection: {}, value: 1, second: null, colorPosition: 0, children: [] }
  // The circumference is 1257 pixels: a part of less than 1 of 1257 is thinner than one pixel.
  const sizes = [10_000, 2, 3, 8]
  const children = sizes.map((size, at) => ({ ...branch, name: `c${at}`, size }))
  const tree = { ...props.tree, branches: [{ ...branch, name: 'ORD', size: 10_013, children }] }
  const whole = { ...props, tree }
  const seen = mergeThinParts(whole)
  expect(seen.tree.branches[0]?.children.map(({ name, size }) => [name, size])).toEqual([
    ['c0', 10_000],
    ['c3', 8],
    ['2 parts', 5],
  ])
  expect(thinPartsNote(whole, seen)).toBe('Parts thinner than a pixel are drawn together')
  // Parts colored by the ratio have individual colors.
  const ratio = { name: 'r', second: 's', format: '', least: 0, most: 1, scheme: null }
  expect([mergeThinParts({ ...whole, ratio }).tree, thinPartsNote(whole, whole)]).toEqual([tree, ''])
})
