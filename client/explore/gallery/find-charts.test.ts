import { describe, expect, it } from 'vitest'
import type { ChartType } from '#charts/chart.ts'
import { sortByRank, charts, quickCharts } from '#charts/index.ts'
import { categoriesOf, findCharts, matchedTag, tagsOf } from '#client/explore/gallery/find-charts.ts'

const type = (name: string, category: string, tags: readonly string[], description: string): ChartType => ({
  type: name,
  meta: { name, category, tags, description, behaviors: [], icon: 'chart', skeleton: 'bars', frame: 'card' },
  controls: [],
  examples: [],
  toQueries: () => [],
  wholeForm: (form) => form,
  isEmpty: () => true,
})
const types = [
  type('Pie', 'Part of a Whole', ['Circular'], 'Shares as slices.'),
  type('Markup', 'Other', ['Text'], 'Says something about a pie.'),
  type('Cake', 'KPI', ['Pie-like'], 'A number.'),
]
const names = (search: string, category?: string) =>
  findCharts(types, category ? { kind: 'category', name: category } : { kind: 'all' }, search).map(
    ({ type: name }) => name,
  )

it('K-GALLERY-04: lists the categories by name, Other last; the tags but those recommended', () => {
  expect(categoriesOf(types)).toEqual(['KPI', 'Part of a Whole', 'Other'])
  expect(tagsOf([...types, type('Bar', 'KPI', ['Popular', 'Circular'], '')])).toEqual(['Circular', 'Pie-like', 'Text'])
})

it('shows the types of a category or with a tag', () => {
  expect(names('', 'KPI')).toEqual(['Cake'])
  expect(findCharts(types, { kind: 'tag', name: 'Circular' }, '').map(({ type: name }) => name)).toEqual(['Pie'])
  expect(names('')).toEqual(['Pie', 'Markup', 'Cake'])
})

describe('K-GALLERY-01: the search is fuzzy, in all sections', () => {
  it('a name counts more than a tag, a tag more than a description', () => {
    expect(names(' PIE ', 'KPI')).toEqual(['Pie', 'Cake', 'Markup'])
  })
  it('matches names with wrong, missing or swapped letters up to a threshold', () => {
    expect(names('markpu')).toEqual(['Markup'])
    expect(names('circlar')).toEqual(['Pie'])
    expect(names('sunburst')).toEqual([])
    // Two of six letters wrong exceeds the threshold of 0.3.
    expect(names('mzrkzp')).toEqual([])
  })
})

it('K-GALLERY-02: popular types are in their fixed order, the others follow by name', () => {
  const [pie, markup, cake] = types as [ChartType, ChartType, ChartType]
  const ranked = (kind: ChartType, rank: number): ChartType => ({ ...kind, meta: { ...kind.meta, rank } })
  const order = sortByRank([cake, ranked(pie, 20), type('Bar', 'KPI', [], ''), ranked(markup, 10)])
  expect(order.map(({ type: name }) => name)).toEqual(['Markup', 'Pie', 'Bar', 'Cake'])
  const kinds = sortByRank(charts)
  const shown = kinds.map((each) => each.type)
  const first = [
    'echarts_timeseries_line',
    'table',
    'big_number_total',
    'pie',
    'echarts_timeseries_bar',
    'echarts_area',
  ]
  expect(shown.slice(0, first.length)).toEqual(first)
  expect(quickCharts.map((each) => each.type)).toEqual(first)
  const some = ['pivot_table_v2', 'echarts_timeseries_scatter', 'time_table', 'deck_scatter']
  expect(shown.filter((each) => some.includes(each))).toEqual(some)
  const ranks = kinds.flatMap(({ meta }) => meta.rank ?? [])
  expect(new Set(ranks).size).toBe(ranks.length)
  const named = kinds.filter(({ meta }) => meta.rank === undefined).map(({ meta }) => meta.name)
  expect(named).toContain('Smooth Line')
  expect(named).toEqual(named.toSorted((a, b) => a.localeCompare(b)))
})

it('lists names with a word that starts with the text first, and shows the tag of other matches', () => {
  const found = findCharts(sortByRank(charts), { kind: 'all' }, 'bar')
  const handlebars = found.findIndex(({ type: name }) => name === 'handlebars')
  const words = found.map(({ meta }) => /(^| )bar/i.test(meta.name))
  expect(handlebars).toBeGreaterThan(words.lastIndexOf(true))
  const [pie, , cake] = types as [ChartType, ChartType, ChartType]
  expect([matchedTag(cake, ' pie '), matchedTag(pie, 'pie'), matchedTag(cake, 'xyz'), matchedTag(cake, '')]).toEqual([
    'Pie-like',
    undefined,
    undefined,
    undefined,
  ])
})

it('finds a map by its content, independent of its library', () => {
  const [first] = findCharts(charts, { kind: 'all' }, 'point map')
  expect([first?.type, first?.meta.name]).toEqual(['deck_scatter', 'Point Map'])
})

describe('finds chart types by alternative names when no name is similar', () => {
  it.each([
    ['Time-series Bar Chart', 'echarts_timeseries_bar'],
    ['dist_bar', 'echarts_timeseries_bar'],
    ['Mixed Time-Series', 'mixed_timeseries'],
    ['dual axis', 'mixed_timeseries'],
    ['donut', 'pie'],
    ['chart pie', 'pie'],
    ['network graph', 'graph_chart'],
  ])('%s is %s', (search, kind) => {
    expect(findCharts(sortByRank(charts), { kind: 'all' }, search)[0]?.type).toBe(kind)
  })

  it('treats a category as a tag and ignores words that all charts have', () => {
    const found = findCharts(sortByRank(charts), { kind: 'all' }, 'kpi')
    expect(found.length).toBeGreaterThan(1)
    expect(new Set(found.map(({ meta }) => meta.category))).toEqual(new Set(['KPI']))
    expect(findCharts(sortByRank(charts), { kind: 'all' }, 'xyzzy chart')).toEqual([])
  })
})
