import { expect, it } from 'vitest'
import { type ChartCell, formsOf, inputOf } from '#testing/chart-inputs.ts'
import { drawChart } from '#testing/draw-chart.tsx'
import { edgeCaseTexts } from '#testing/edge-case-texts.ts'
import { userInput } from '#testing/user-input.ts'
import { type Table, TEMPORAL, type Value } from '#core/table/table.ts'
import type { ChartType } from './chart.ts'
import { charts } from './index.ts'

const all: readonly ChartType[] = charts

/** Chart types that show no texts of rows. */
const WITHOUT_TEXTS: Readonly<Record<string, string>> = {
  big_number: 'has no dimension',
  big_number_total: 'has no dimension',
  bullet: 'has no dimension',
  cal_heatmap: 'has no dimension',
  country_map: 'reads codes of regions',
  deck_grid: 'has no dimension',
  deck_hex: 'has no dimension',
  line_multi: 'names its lines after charts',
  world_map: 'reads codes of countries',
}

/** Chart types that do not show timestamps as names. */
const WITHOUT_TIMES: Readonly<Record<string, string>> = {
  ...WITHOUT_TEXTS,
  handlebars: 'writes cells as they are',
  tree_chart: 'reads ids of nodes',
}

/** Form values that show the origin, of chart types whose first example does not. */
const FORMS: Readonly<Record<string, object>> = {
  deck_scatter: { dimension: 'origin' },
  handlebars: { handlebarsTemplate: '{{#each data}}<p>{{this.origin}}</p>{{/each}}' },
  histogram_v2: { groupby: ['origin'] },
  time_table: { metrics: ['count'], groupby: 'origin' },
  waterfall: { x_axis: 'origin' },
}

/** Returns rows of these names, each a separate mark. Rows of trees are children of the first one. */
function cellOf(type: string, names: readonly Value[]): ChartCell {
  const others = type === 'tree_chart' ? [null, ...names.map(() => names[0] ?? null)] : names.map((_, row) => `${row}`)
  return (name, row) => {
    if (name === '__timestamp' || name === 'date') return Date.UTC(2001, 0, 1 + row)
    if (name === 'arrival') return Date.UTC(2001, 0, 4 + row)
    if (['latitude', 'longitude', 'count', 'delay'].includes(name)) return 10 + row
    return (name === 'carrier' ? others : names)[row] ?? null
  }
}

/** Draws a chart of these names, and focuses all its marks; those of treemaps are in groups, which are focused too. */
function draw(chart: ChartType, names: readonly string[]) {
  const form = { ...formsOf(chart)[0], ...FORMS[chart.type], viz_type: chart.type }
  return drawChart(chart, inputOf(chart, form, names.length, cellOf(chart.type, names)), userInput(), 2 * names.length)
}

const CHUNK = 7
const chunks = Array.from({ length: Math.ceil(edgeCaseTexts.length / CHUNK) }, (_, at) =>
  edgeCaseTexts.slice(CHUNK * at, CHUNK * (at + 1)),
)

it.each(all.filter(({ type }) => !Object.hasOwn(WITHOUT_TEXTS, type)).map((chart) => [chart.type, chart] as const))(
  '%s shows texts that look like markup unchanged, and makes no elements of them',
  async (_type, chart) => {
    const plain = await draw(chart, ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    const missing: string[] = []
    const elements = new Set<string>()
    for (const chunk of chunks) {
      const picture = await draw(chart, chunk)
      missing.push(...chunk.filter((text) => !picture.texts.has(text) && !picture.labels.has(text)))
      for (const tag of picture.tags) if (!plain.tags.has(tag)) elements.add(tag)
    }
    expect({ missing, elements: [...elements] }).toEqual({ missing: [], elements: [] })
  },
)

/** 02:30:00.123456 and one and two seconds later. */
const INSTANTS = [0, 1, 2].map((second) => Date.UTC(2001, 0, 1, 2, 30, second, 123) + 0.456)
const INSTANT_TEXTS = [0, 1, 2].map((second) => `2001-01-01 02:30:0${second}.123456`)

const asTimes = (table: Table): Table => ({
  ...table,
  columns: table.columns.map((each) => (each.name === 'origin' ? { ...each, type: TEMPORAL } : each)),
})

it.each(all.filter(({ type }) => !Object.hasOwn(WITHOUT_TIMES, type)).map((chart) => [chart.type, chart] as const))(
  '%s shows timestamps in names to the microsecond',
  async (type, chart) => {
    const form = { ...formsOf(chart)[0], ...FORMS[type], viz_type: type }
    const input = inputOf(chart, form, INSTANTS.length, cellOf(type, INSTANTS))
    const picture = await drawChart(chart, { ...input, tables: input.tables.map(asTimes) }, userInput(), 6)
    const texts = [...picture.labels, ...picture.texts]
    expect(INSTANT_TEXTS.filter((instant) => !texts.some((text) => text.includes(instant)))).toEqual([])
  },
)
