import { describe, expect, it } from 'vitest'
import { withCurrency } from '#core/format/currency.ts'
import type { Value } from '#core/table/table.ts'
import { type ChartCell, formsOf, inputOf } from '#testing/chart-inputs.ts'
import { type ChartPicture, drawChart } from '#testing/draw-chart.tsx'
import { userInput } from '#testing/user-input.ts'
import type { ChartType } from './chart.ts'
import { charts } from './index.ts'

const kinds: readonly ChartType[] = charts

/** Chart types that show no metric as it is. */
const WITHOUT_NUMBERS: Readonly<Record<string, string>> = {
  histogram_v2: 'counts rows in bins, and computes their edges',
  horizon: 'shows numbers at the pointer only',
}

/** Chart types whose numbers have no currency. */
const WITHOUT_AMOUNTS: Readonly<Record<string, string>> = {
  ...WITHOUT_NUMBERS,
  handlebars: 'writes cells as they are',
  line_multi: 'draws lines of other datasets',
}

/** Chart types that compute their numbers as doubles. */
const COMPUTED: Readonly<Record<string, string>> = { box_plot: 'computes quartiles and the ends of whiskers' }

/** Form values that show the metric of each row: with dimensions, focus shows whole series of charts over time. */
const FORMS: Readonly<Record<string, object>> = {
  gantt_chart: { tooltip_metrics: ['count'] },
  handlebars: { handlebarsTemplate: '{{#each data}}<p>{{this.count}} {{this.origin}}</p>{{/each}}' },
  line_multi: { y_axis_format: ',.6~f' },
  time_table: { column_collection: [{ key: 'last', colType: 'time', timeLag: 0, comparisonType: 'value' }] },
}

/** Chart types that show the number of one row only, or whose areas of much smaller numbers are not visible. */
const OF_ONE_ROW = new Set(['big_number', 'big_number_total', 'bullet', 'time_table', 'treemap_v2'])

/** Values of the column of places: codes for chart types that draw their shapes. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  country_map: ['US-CA', 'US-NY', 'US-TX'],
  world_map: ['US', 'FR', 'DE'],
}

/** Returns rows of these numbers; each is a mark of its own. Rows of trees are children of the first one. */
const cellOf =
  (type: string, numbers: readonly Value[]): ChartCell =>
  (name, row) => {
    if (name === '__timestamp' || name === 'date') return Date.UTC(2001, 0, 1 + row)
    if (name === 'arrival') return Date.UTC(2001, 0, 4 + row)
    if (name === 'latitude' || name === 'longitude') return row + 1
    if (name === 'count' || name === 'delay') return numbers[row] ?? null
    if (name === 'carrier') return (type === 'tree_chart' ? [null, 'north', 'north'] : ['a', 'b', 'c'])[row] ?? null
    return (PLACES[type] ?? ['north', 'south', 'east'])[row] ?? null
  }

/** Draws the first example of a chart with three numbers in this format of the dataset. */
function draw(kind: ChartType, numbers: readonly Value[], format: string): Promise<ChartPicture> {
  const [example] = formsOf(kind)
  const isOverTime = kind.hasPeriods && kind.type !== 'time_table'
  const series = isOverTime ? { groupby: [], groupby_b: [], show_value: true } : {}
  const form = { ...example, ...series, ...FORMS[kind.type], viz_type: kind.type }
  const dataset = { verbose_map: {}, column_formats: { count: format, delay: format } }
  const input = inputOf(kind, form, numbers.length, cellOf(kind.type, numbers))
  return drawChart(kind, { ...input, dataset }, userInput(), 7)
}

const allTexts = ({ labels, texts }: ChartPicture): readonly string[] => [...labels, ...texts]

const without = (exempt: Readonly<Record<string, string>>) =>
  kinds.filter(({ type }) => !Object.hasOwn(exempt, type)).map((kind) => [kind.type, kind] as const)

describe('integers beyond 2^53 and long decimals', () => {
  const DIGITS = ['9007199254740993', '9223372036854775807', '123456789012.345678']
  const WRITTEN = ['9,007,199,254,740,993', '9,223,372,036,854,775,807', '123,456,789,012.345678']

  it.each(without({ ...WITHOUT_NUMBERS, ...COMPUTED }))('are shown with all digits by %s', async (type, kind) => {
    const texts: string[] = []
    for (const numbers of OF_ONE_ROW.has(type) ? DIGITS.map((digits) => [digits]) : [DIGITS])
      texts.push(...allTexts(await draw(kind, numbers, ',.6~f')))
    const expected = type === 'handlebars' ? DIGITS : WRITTEN
    expect(expected.filter((number) => !texts.some((text) => text.includes(number)))).toEqual([])
  })
})

describe('a currency', () => {
  const FORMAT = withCurrency(',d', { symbol: 'EUR', position: 'suffix' })

  it.each(without(WITHOUT_AMOUNTS))('is shown at each amount of %s: labels, tooltips and axes', async (_type, kind) => {
    const picture = await draw(kind, [1_234_501, 1_234_502, 1_234_503], FORMAT)
    const texts = allTexts(picture)
    expect(texts.some((text) => /1,234,50\d €/.test(text))).toBe(true)
    expect(texts.filter((text) => /1,234,50\d(?! €)/.test(text))).toEqual([])
    // Zero needs no unit on an axis.
    const ticks = [...picture.labels].filter((text) => /^[−\d.,]+ ?[kMGB]?$/.test(text) && text !== '0')
    expect(ticks).toEqual([])
  })
})
