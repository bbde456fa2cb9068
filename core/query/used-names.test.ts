import { describe, expect, it } from 'vitest'
import type { QueryObject } from './query-object.ts'
import { usedNames } from './used-names.ts'

const parts = {
  columns: [
    { column_name: 'ds' },
    { column_name: 'price' },
    { column_name: 'cost' },
    { column_name: 'Region Name' },
    { column_name: 'margin', expression: 'price - COST' },
    { column_name: 'count' },
  ],
  metrics: [
    { metric_name: 'total', expression: 'SUM(margin)' },
    { metric_name: 'rows', expression: 'COUNT(*)' },
  ],
}
const used = (query: QueryObject) => {
  const { columns, metrics } = usedNames([query], parts, '"')
  return [[...columns].toSorted(), [...metrics].toSorted()]
}

describe('usedNames', () => {
  it.each<[string, QueryObject, readonly string[], readonly string[]]>([
    ['a dimension', { columns: ['price'] }, ['price'], []],
    ['a name that the dataset lacks', { columns: ['gone'] }, [], []],
    ['a calculated column, with what it reads', { columns: ['margin'] }, ['cost', 'margin', 'price'], []],
    ['a saved metric, through its calculated column', { metrics: ['total'] }, ['cost', 'margin', 'price'], ['total']],
    ['a function of the name of a column', { metrics: ['rows'] }, [], ['rows']],
    [
      'an aggregate',
      { metrics: [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'cost' } }] },
      ['cost'],
      [],
    ],
    [
      'SQL with quoted names, texts and remarks',
      {
        metrics: [{ expressionType: 'SQL', label: 'm', sqlExpression: `MAX("Region Name") || 'price' -- cost` }],
      },
      ['Region Name'],
      [],
    ],
    [
      'SQL with quoted names in other case and in brackets',
      { metrics: [{ expressionType: 'SQL', label: 'm', sqlExpression: 'MAX("COST") + MIN([region name])' }] },
      ['Region Name', 'cost'],
      [],
    ],
    [
      'a metric in a template',
      {
        metrics: [{ expressionType: 'SQL', label: 'm', sqlExpression: `{{ metric('total') }} / {{ metric("none") }}` }],
      },
      ['cost', 'margin', 'price'],
      ['total'],
    ],
    [
      'a metric of another dataset in a template',
      { metrics: [{ expressionType: 'SQL', label: 'm', sqlExpression: "{{ metric('total', 7) }}" }] },
      [],
      [],
    ],
    ['a filter', { filters: [{ col: 'price', op: '>', val: 1 }] }, ['price'], []],
    ['SQL of a filter', { extras: { where: 'Cost > 1' } }, ['cost'], []],
    ['the time column', { granularity: 'ds' }, ['ds'], []],
    ['an order', { orderby: [['price', true]] }, ['price'], []],
    ['a metric as an order', { orderby: [['total', false]] }, ['cost', 'margin', 'price'], ['total']],
    ['a limit of series', { series_columns: ['ds'], series_limit_metric: 'rows' }, ['ds'], ['rows']],
  ])('%s', (_name, query, columns, metrics) => {
    expect(used(query)).toEqual([columns, metrics])
  })
})

it('reads SQL of 256 kB with unclosed macros in linear time', () => {
  const where = "metric('".repeat(32_000)
  expect(used({ extras: { where } })).toEqual([[], []])
}, 5000)
