import { expect, it } from 'vitest'
import type { ChartType } from '#charts/chart.ts'
import { charts } from '#charts/index.ts'
import { categoriesOf, findCharts } from '#client/explore/gallery/find-charts.ts'

const type = (name: string, category: string, tags: readonly string[], description: string): ChartType => ({
  type: name,
  meta: { name, category, tags, description, behaviors: [], icon: 'chart', skeleton: 'bars', frame: 'card' },
  controls: [],
  examples: [],
  toQueries: () => [],
  toProps: () => ({}),
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

it('lists the categories by name, Other last', () => {
  expect(categoriesOf(types)).toEqual(['KPI', 'Part of a Whole', 'Other'])
})

it('shows the types of a category, and finds types on all shelves: by name, by tag, by description', () => {
  expect(names('', 'KPI')).toEqual(['Cake'])
  expect(names('')).toEqual(['Pie', 'Markup', 'Cake'])
  expect(names(' PIE ', 'KPI')).toEqual(['Pie', 'Cake', 'Markup'])
  expect(names('sunburst')).toEqual([])
})

it('a map is found by what it shows, not by what draws it', () => {
  const found = findCharts(charts, { kind: 'all' }, 'map of points')
  expect(found.map((each) => [each.type, each.meta.name])).toEqual([['deck_scatter', 'Map of points']])
})
