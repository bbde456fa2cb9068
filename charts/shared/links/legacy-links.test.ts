import { expect, it } from 'vitest'
import { migrateForm } from '#charts/index.ts'

const cases: readonly {
  readonly title: string
  readonly old: { readonly viz_type: string; readonly [key: string]: unknown }
  readonly today: Readonly<Record<string, unknown>>
  readonly removed?: readonly string[]
}[] = [
  {
    title: 'flows of old have their two dimensions by name, and the largest first',
    old: { viz_type: 'sankey', groupby: ['origin', 'carrier'], metric: 'count', row_limit: 50 },
    today: { viz_type: 'sankey_v2', source: 'origin', target: 'carrier', row_limit: 50, sort_by_metric: true },
    removed: ['groupby'],
  },
  {
    title: 'flows that say nothing of limit and order are asked without',
    old: { viz_type: 'sankey_v2', source: 'origin', target: 'carrier', metric: 'count' },
    today: { row_limit: null, sort_by_metric: false },
  },
  {
    title: 'chords of old name each end in a list',
    old: { viz_type: 'chord', groupby: ['origin'], columns: ['carrier'], metric: 'count' },
    today: { groupby: 'origin', columns: 'carrier', row_limit: null, sort_by_metric: false },
  },
  {
    title: 'directed forces of old are graphs laid out by force, with links as long as is offered',
    old: {
      viz_type: 'directed_force',
      groupby: ['origin', 'carrier'],
      metric: 'count',
      link_length: '50',
      charge: -500,
    },
    today: {
      viz_type: 'graph_chart',
      source: 'origin',
      target: 'carrier',
      layout: 'force',
      edgeLength: 100,
      charge: -500,
    },
    removed: ['groupby', 'link_length'],
  },
]

it.each(cases)('$title: preserves unknown keys, and is idempotent', ({ old, today, removed = [] }) => {
  const form = migrateForm({ ...old, of_tomorrow: [1] })
  expect(form).toMatchObject({ ...today, of_tomorrow: [1] })
  expect(removed.filter((key) => key in form)).toEqual([])
  expect(migrateForm({ ...form })).toEqual(form)
})
