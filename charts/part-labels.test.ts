import { beforeAll, expect, it } from 'vitest'
import { type ChartInput, type ChartType, propsFor, type ToProps } from '#charts/chart.ts'
import { funnel } from '#charts/funnel/index.ts'
import { funnelOption } from '#charts/funnel/option.ts'
import { toProps as funnelProps } from '#charts/funnel/props.ts'
import { pie } from '#charts/pie/index.ts'
import { pieOption } from '#charts/pie/option.ts'
import { toProps as pieProps } from '#charts/pie/props.ts'
import { type ChartTheme, chartThemeOf, withSharedOptions } from '#charts/shared/echarts/chart-theme.ts'
import { svgPicture } from '#charts/shared/echarts/svg-picture.tsx'
import { sunburst_v2 } from '#charts/sunburst_v2/index.ts'
import { sunburstOption } from '#charts/sunburst_v2/option.ts'
import { toProps as sunburstProps } from '#charts/sunburst_v2/props.ts'
import { treemap_v2 } from '#charts/treemap_v2/index.ts'
import { treemapOption } from '#charts/treemap_v2/option.ts'
import { toProps as treemapProps } from '#charts/treemap_v2/props.ts'
import type { FormData } from '#core/form/form-data.ts'
import { NUMERIC, STRING, type Table } from '#core/table/table.ts'

const SIZE = { width: 390, height: 300, theme: 'light' } as const
const theme = chartThemeOf((name) => (name === 'font-ui' ? 'sans-serif' : '#123456'))

const REGIONS = ['Midwest', 'South', 'Northeast', 'West']
const CITIES =
  'Philadelphia,Boston,New York,San Francisco,Minneapolis,Salt Lake City,Los Angeles,Internationalisation,Albuquerque,Oklahoma City,Colorado Springs,Ely,Indianapolis,Honolulu,Jacksonville,Sacramento'.split(
    ',',
  )

const table: Table = {
  columns: [
    { name: 'region', type: STRING, values: CITIES.map((_, at) => REGIONS[at % 4] ?? null) },
    { name: 'city', type: STRING, values: CITIES },
    { name: 'count', type: NUMERIC, values: CITIES.map((_, at) => Math.round(90_000 / (at + 1))) },
  ],
  rowCount: CITIES.length,
}

function propsOf(kind: ChartType, toProps: unknown, form: object) {
  const input: ChartInput = {
    form: { viz_type: kind.type, metric: 'count', ...form },
    tables: [table],
    entries: [],
    dataset: { verbose_map: {}, column_formats: { count: ',d' } },
    labelColors: {},
  }
  return { ...propsFor<FormData, object>(kind, toProps as ToProps, input), ...SIZE }
}

type Draw = (props: never, theme: ChartTheme) => Record<string, unknown>
const drawn: Readonly<Record<string, readonly [object, Draw]>> = {
  treemap: [propsOf(treemap_v2, treemapProps, { groupby: ['region', 'city'], show_upper_labels: true }), treemapOption],
  sunburst: [propsOf(sunburst_v2, sunburstProps, { columns: ['region', 'city'], show_labels: true }), sunburstOption],
  funnel: [propsOf(funnel, funnelProps, { groupby: ['city'], show_labels: true }), funnelOption],
  pie: [propsOf(pie, pieProps, { groupby: ['city'], show_labels: true, label_type: 'key_value' }), pieOption],
}

/** Returns the texts of a drawn chart. */
function textsOf(kind: string): string[] {
  const [props, option] = drawn[kind] as readonly [never, Draw]
  const text = svgPicture(
    withSharedOptions((own) => option(props, own), theme),
    SIZE,
    kind,
  )
  return [...(text ?? '').matchAll(/<text[^>]*>([^<]*)</g)].map(([, written = '']) => written)
}

beforeAll(async () => {
  await Promise.all([
    import('#charts/treemap_v2/View.tsx'),
    import('#charts/sunburst_v2/View.tsx'),
    import('#charts/funnel/View.tsx'),
    import('#charts/pie/View.tsx'),
  ])
})

it.each(['treemap', 'sunburst', 'funnel', 'pie'])(
  'the names of a %s on a phone are complete or have a recognizable prefix',
  (kind) => {
    const texts = textsOf(kind)
    // At least four: the largest parts have room for their labels.
    expect(texts.filter((text) => /[a-z]{3}/i.test(text)).length).toBeGreaterThan(3)
    const cut = texts.filter((text) => /…|\.\.\.$/.test(text)).map((text) => text.replace(/…|\.\.\.$/, ''))
    for (const begun of cut) {
      const name = [...CITIES, ...REGIONS].find((each) => each.startsWith(begun)) ?? begun
      expect([name, begun.length >= Math.max(4, name.length / 2)]).toEqual([name, true])
    }
    // Numbers are never cut.
    const numbers = texts.flatMap((text) => text.match(/\d[\d,]*|,\d+/g) ?? [])
    for (const number of numbers) expect(number).toMatch(/^\d{1,3}(,\d{3})*$/)
  },
)
