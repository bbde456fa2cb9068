import { expect, it } from 'vitest'
import { sourceItems } from '#client/explore/source/source-items.ts'

const dataset = {
  metrics: [
    { metric_name: 'count', expression: 'COUNT(*)', warning_text: 'Double rows', currency: '{"symbol":"EUR"}' },
    { metric_name: 'miles', expression: 'SUM(distance)', certified_by: 'Ada', certification_details: 'checked' },
  ],
  columns: [
    { column_name: 'origin', type: 'VARCHAR', type_generic: 1, is_dttm: false, description: 'IATA code' },
    { column_name: 'distance', type: 'INTEGER', type_generic: 0, is_dttm: false, verbose_name: 'Way' },
    { column_name: 'late', type_generic: 3, is_dttm: false, expression: 'delay > 15' },
    { column_name: 'date', type: 'DATE', type_generic: 2, is_dttm: true, warning_markdown: 'In UTC' },
  ],
} as const

const names = (search: string) => {
  const { metrics, columns } = sourceItems(dataset, search)
  return [metrics.map(({ name }) => name), columns.map(({ name }) => name)]
}

it('lists certified metrics first and columns of time first', () => {
  expect(names('')).toEqual([
    ['miles', 'count'],
    ['date', 'origin', 'distance', 'late'],
  ])
})

it.each([
  ['name', 'orig', [[], ['origin']]],
  ['verbose name', 'WAY', [[], ['distance']]],
  ['expression', ' delay ', [[], ['late']]],
  ['expression of a metric', 'sum(', [['miles'], []]],
  ['description', 'iata', [[], ['origin']]],
])('finds columns by %s', (_, search, found) => {
  expect(names(search)).toEqual(found)
})

it('shows category, type, certification, warning and currency', () => {
  const { metrics, columns } = sourceItems(dataset, '')
  expect(metrics[0]).toEqual({
    kind: 'metric',
    name: 'miles',
    label: 'miles',
    detail: 'SUM(distance)',
    description: '',
    certified: 'Ada: checked',
    warning: '',
    currency: '',
  })
  expect([metrics[1]?.warning, metrics[1]?.currency]).toEqual(['Double rows', '€'])
  expect(columns.map(({ kind, detail, warning }) => [kind, detail, warning])).toEqual([
    ['time', 'DATE', 'In UTC'],
    ['text', 'VARCHAR', ''],
    ['number', 'INTEGER', ''],
    ['calculated', '', ''],
  ])
})
