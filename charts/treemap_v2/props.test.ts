import { expect, it } from 'vitest'
import { treemap_v2 } from './index.ts'
import { toProps } from './props.ts'
import { labelText, treemapOption } from './option.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { type Column, NUMERIC, STRING } from '#core/table/table.ts'

const input: ChartInput = {
  form: { viz_type: 'treemap_v2', groupby: ['origin', 'carrier'], metric: 'count', show_upper_labels: true },
  tables: [
    {
      columns: [
        { name: 'origin', type: STRING, values: ['ORD', 'ORD', 'ATL'] },
        { name: 'carrier', type: STRING, values: ['AA', 'UA', 'DL'] },
        { name: 'count', type: NUMERIC, values: [10, 20, 30] },
      ],
      rowCount: 3,
    },
  ],
  entries: [],
  dataset: { verbose_map: {}, column_formats: { count: ',d' } },
  labelColors: { ORD: '#112233', ATL: '#eeeeee' },
}
const props = propsFor(treemap_v2, toProps, input)

it.each([
  ['Key', 'AA'],
  ['value', '1,234'],
  ['key_value', 'AA: 1,234'],
] as const)('labels of kind %s read %s', (label, text) => {
  const branch = { name: 'AA', value: 1234, size: 1234, second: null, selection: {}, colorPosition: 0, children: [] }
  expect(labelText(branch, label, ',d')).toBe(text)
})

it('all parts of a group have its color, and unselected ones fade', () => {
  const option = treemapOption(
    { ...props, width: 400, height: 300, theme: 'light', selectedMarks: [{ origin: 'ORD' }] },
    chartThemeOf((name) => name),
  ) as { series: [{ data: Node[]; upperLabel: { show: boolean } }] }
  interface Node {
    name: string
    value: number
    itemStyle: { color: string }
    children?: Node[]
  }
  const [{ data, upperLabel }] = option.series
  const seen = (nodes: readonly Node[]): unknown[] =>
    nodes.flatMap(({ name, value, itemStyle, children = [] }) => [[name, value, itemStyle.color], ...seen(children)])
  expect(seen(data)).toEqual([
    ['ORD', 30, '#112233'],
    ['AA', 10, '#112233'],
    ['UA', 20, '#112233'],
    // 0.3 of 255 is 77: 4d.
    ['ATL', 30, '#eeeeee4d'],
    ['DL', 30, '#eeeeee4d'],
  ])
  expect(upperLabel.show).toBe(true)
})

/** Returns the parts of one origin with these counts, and one part of another origin with the rest of 10,000. */
function many(counts: readonly number[], more: object = {}) {
  const carriers = [...counts.map((_, at) => `c${at}`), 'DL']
  const rest = 10_000 - counts.reduce((sum, count) => sum + count, 0)
  const columns: readonly Column[] = [
    { name: 'origin', type: STRING, values: [...counts.map(() => 'ORD'), 'ATL'] },
    { name: 'carrier', type: STRING, values: carriers },
    { name: 'count', type: NUMERIC, values: [...counts, rest] },
  ]
  const tables = [{ columns, rowCount: carriers.length }]
  const own = { ...propsFor(treemap_v2, toProps, { ...input, tables }), theme: 'light', ...more } as const
  // 368 square pixels per unit.
  const option = treemapOption(
    { ...own, width: 3680, height: 1000 },
    chartThemeOf((name) => name),
  ) as unknown as {
    series: [{ plain: ((dataIndex: number) => unknown) | null; data: { children: object[] }[] }]
  }
  return option.series[0]
}

it('parts without a label have a plain style from a thousand parts on', () => {
  expect(many([1, 1]).plain).toBeNull()
  const { plain, data } = many(Array.from({ length: 997 }, () => 0.9))
  // The root, the first origin and its last part, the other origin and its only part.
  expect([0, 1, 998, 999, 1000].map((at) => plain?.(at))).toEqual([
    undefined,
    undefined,
    { fill: '#112233', border: 'surface' },
    undefined,
    undefined,
  ])
  expect(data[0]?.children[996]).toEqual({ name: 'c996', value: 0.9 })
})

it('unselected parts are dimmed when there are many parts', () => {
  const selectedMarks = [{ origin: 'ORD', carrier: 'c7' }]
  const { plain, data } = many(
    Array.from({ length: 997 }, () => 0.9),
    { selectedMarks },
  )
  expect([9, 10].map((at) => plain?.(at))).toMatchObject([{ fill: '#112233' }, { fill: '#1122334d' }])
  expect(data[0]?.children.slice(7, 9)).toEqual([
    { name: 'c7', value: 0.9 },
    { name: 'c8', value: 0.9, itemStyle: { color: '#1122334d' } },
  ])
})

it('a part of the size of a letter with its border and room is labelled, a smaller one is not', () => {
  // 11 by 4 pixels, plus 6 on each side: 23 by 16.
  const [first, second] = many([1, 0.99]).data[0]?.children ?? []
  expect(first).toMatchObject({ label: { show: true } })
  expect(second).not.toHaveProperty('label')
})

it('formats numbers as the dataset defines', () => {
  expect([props.format, props.label]).toEqual([',d', 'key_value'])
})
