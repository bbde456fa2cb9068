import { expect, it } from 'vitest'
import { treemap_v2 } from './index.ts'
import { toProps } from './props.ts'
import { labelText, treemapOption } from './option.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { inkOf } from '#charts/shared/ink.ts'
import { NUMERIC, STRING } from '#core/table/table.ts'

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
  const branch = { name: 'AA', value: 1234, size: 1234, second: null, pick: {}, place: 0, children: [] }
  expect(labelText(branch, label, ',d')).toBe(text)
})

it('all that lies in a part has its colour, and what is not picked fades', () => {
  const option = treemapOption(
    { ...props, width: 400, height: 300, theme: 'light', picked: [{ origin: 'ORD' }] },
    inkOf((name) => name),
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
    // Of 255, 0.3 are 77: 4d.
    ['ATL', 30, '#eeeeee4d'],
    ['DL', 30, '#eeeeee4d'],
  ])
  expect(upperLabel.show).toBe(true)
})

it('writes numbers as the dataset says', () => {
  expect([props.format, props.label]).toEqual([',d', 'key_value'])
})
