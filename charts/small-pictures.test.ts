import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { beforeAll, expect, it } from 'vitest'
import { propsFor } from '#charts/chart.ts'
import { chord } from '#charts/chord/index.ts'
import { chordOption } from '#charts/chord/option.ts'
import { toProps as toChordProps } from '#charts/chord/props.ts'
import { sankey_v2 } from '#charts/sankey_v2/index.ts'
import { sankeyOption } from '#charts/sankey_v2/option.ts'
import { toProps as toSankeyProps } from '#charts/sankey_v2/props.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { tree_chart } from '#charts/tree_chart/index.ts'
import { treeOption } from '#charts/tree_chart/option.ts'
import { toProps as toTreeProps } from '#charts/tree_chart/props.ts'
import { type Column, NUMERIC, STRING } from '#core/table/table.ts'

register(SVGRenderer)
// The views register their series types. ECharts refuses a type that a test registers in another form.
beforeAll(() =>
  Promise.all([
    import('#charts/chord/View.tsx'),
    import('#charts/sankey_v2/View.tsx'),
    import('#charts/tree_chart/View.tsx'),
  ]),
)

const theme = chartThemeOf(() => '#888888')
const WIDTH = 200
/** The height of the picture in a tile of 240 x 120 px. */
const LOW = 58
const REGULAR = 300

interface TextBox {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Returns the boxes of the visible texts of a picture. */
function textBoxes(option: Record<string, unknown>, height: number): TextBox[] {
  const { tooltip: _tooltip, ...drawn } = option
  const picture = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height })
  picture.setOption({ animation: false, ...drawn })
  const boxes = picture
    .getZr()
    .storage.getDisplayList(true)
    .flatMap((each): TextBox[] => {
      const { text } = each.style as { readonly text?: string }
      if (!text || each.ignore) return []
      const box = each.getBoundingRect().clone()
      if (each.transform) box.applyTransform(each.transform)
      return [{ text, left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }]
    })
  picture.dispose()
  return boxes
}

const isOutside = ({ left, top, right, bottom }: TextBox, height: number): boolean =>
  left < -1 || top < -1 || right > WIDTH + 1 || bottom > height + 1

const areOverlapping = (a: TextBox, b: TextBox): boolean =>
  a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1

/** Returns the texts that are cut or that overlap another text. */
function faultsOf(boxes: readonly TextBox[], height: number): string[] {
  return boxes
    .filter((box, at) => isOutside(box, height) || boxes.slice(0, at).some((other) => areOverlapping(box, other)))
    .map(({ text }) => text)
}

const names = Array.from({ length: 12 }, (_, at) => `Airport ${at + 1}`)
const column = (name: string, values: readonly (string | null)[]): Column => ({ name, type: STRING, values })
const metricColumn = (rows: number): Column => ({
  name: 'n',
  type: NUMERIC,
  values: Array.from({ length: rows }, () => 5),
})
const inputOf = (viz_type: string, form: object, from: readonly (string | null)[], to: readonly (string | null)[]) => ({
  form: { viz_type, metric: 'n', ...form },
  tables: [
    {
      columns: [column('from', from), column('to', to), metricColumn(from.length)],
      rowCount: from.length,
    },
  ],
  entries: [],
  dataset: { verbose_map: {}, column_formats: {} },
  labelColors: {},
})
const size = (height: number) => ({ width: WIDTH, height, theme: 'light' as const, selectedMarks: [] })
const next = [...names.slice(1), ...names.slice(0, 1)]

const pictures = {
  chord: (height) => {
    const props = propsFor(chord, toChordProps, inputOf('chord', { groupby: 'from', columns: 'to' }, names, next))
    return chordOption({ ...props, ...size(height) }, theme)
  },
  'sankey diagram': (height) => {
    const target = names.map((name) => `To ${name}`)
    const input = inputOf('sankey_v2', { source: 'from', target: 'to' }, names, target)
    return sankeyOption({ ...propsFor(sankey_v2, toSankeyProps, input), ...size(height) }, theme)
  },
  tree: (height) => {
    const parents = names.map((_, at) => (at === 0 ? null : 'Airport 1'))
    const input = inputOf('tree_chart', { id: 'from', parent: 'to' }, names, parents)
    return treeOption({ ...propsFor(tree_chart, toTreeProps, input), ...size(height) }, theme)
  },
  'radial tree': (height) => {
    const parents = names.map((_, at) => (at === 0 ? null : 'Airport 1'))
    const input = inputOf('tree_chart', { id: 'from', parent: 'to', layout: 'radial' }, names, parents)
    return treeOption({ ...propsFor(tree_chart, toTreeProps, input), ...size(height) }, theme)
  },
} satisfies Record<string, (height: number) => Record<string, unknown>>

it.each(Object.entries(pictures))('cuts and overlaps no name of a %s in a tile of 240 x 120 px', (_, optionAt) => {
  expect(faultsOf(textBoxes(optionAt(LOW), LOW), LOW)).toEqual([])
  expect(textBoxes(optionAt(REGULAR), REGULAR).length).toBeGreaterThan(5)
})
