import { expect, it } from 'vitest'
import { type BoundName, bounds } from '#core/rest/bounds.ts'
import { requireQueryWithinLimits } from './bounds.ts'
import { parseQuery, parseQueryContext } from './parse-query.ts'

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const names = (count: number) => many(count, (at) => `c${at}`)
const filter = (values: number) => ({ col: 'c', op: 'IN', val: many(values, (at) => at) })

/** Returns a query with `count` of the items that a limit counts. */
const questions: Readonly<Partial<Record<BoundName, (count: number) => object>>> = {
  'question-columns': (count) => ({
    columns: names(3),
    groupby: names(2),
    metrics: names(count - 6),
    series_columns: ['c1'],
  }),
  'question-filters': (count) => ({ filters: many(count, () => ({ col: 'c', op: 'IS NULL' })) }),
  'filter-values': (count) => ({ filters: [filter(1), filter(count - 1)] }),
  'question-orders': (count) => ({ orderby: many(count, () => ['c', true]) }),
  'question-offsets': (count) => ({ time_offsets: many(count, () => '1 day ago') }),
  'question-layers': (count) => ({ annotation_layers: many(count, () => ({})) }),
  'question-groupings': (count) => ({ grouping_sets: [[], many(count - 2, () => 'c')] }),
  'question-params': (count) => ({
    url_params: { a: '1' },
    custom_params: { b: 1 },
    applied_time_extras: Object.fromEntries(names(count - 2).map((name) => [name, 'x'])),
  }),
  'question-steps': (count) => ({ post_processing: many(count, () => null) }),
  // The list has one part, the operation two, its options one.
  'step-parts': (count) => ({ post_processing: [{ operation: 'x', options: { of: many(count - 4, () => 1) } }] }),
}

const passedBy = (name: BoundName, count: number) => ({
  code: 'bound-passed',
  extra: { bound: name, count, most: bounds[name].most },
})

it.each(Object.entries(questions))('%s: accepts values up to the limit, and rejects one more', (name, make) => {
  const { most } = bounds[name as BoundName]
  const context = (count: number) => ({ datasource: '1__table', queries: [{}, make(count)] })
  expect(parseQuery(make(most))).not.toHaveProperty('errors')
  expect(parseQueryContext(context(most))).not.toHaveProperty('errors')
  const refused = expect.objectContaining(passedBy(name as BoundName, most + 1))
  expect(() => parseQuery(make(most + 1))).toThrow(refused)
  expect(() => parseQueryContext(context(most + 1))).toThrow(refused)
})

it('counts nested conditions and their values as well', () => {
  const except = (of: readonly object[]) => ({ filters: [{ col: 'c', op: 'EXCEPT', of }] })
  const refused = (name: BoundName) =>
    expect.objectContaining({ code: 'bound-passed', extra: passedBy(name, bounds[name].most + 1).extra })
  const conditions = bounds['question-filters'].most
  expect(parseQuery(except(many(conditions - 1, () => ({ col: 'c', op: 'IS NULL' }))))).not.toHaveProperty('errors')
  expect(() => parseQuery(except(many(conditions, () => ({ col: 'c', op: 'IS NULL' }))))).toThrow(
    refused('question-filters'),
  )
  const values = bounds['filter-values'].most
  expect(parseQuery(except([filter(values)]))).not.toHaveProperty('errors')
  expect(() => parseQuery(except([filter(1), filter(values)]))).toThrow(refused('filter-values'))
})

it('context-queries: accepts values up to the limit, and rejects one more', () => {
  const { most } = bounds['context-queries']
  const context = (count: number) => ({ datasource: '1__table', queries: many(count, () => ({})) })
  expect(parseQueryContext(context(most))).not.toHaveProperty('errors')
  expect(() => parseQueryContext(context(most + 1))).toThrow('201 queries exceed the limit of 200 for a query context')
})

it('counts structures that are nested deeper than the stack allows', () => {
  let options: object = {}
  for (let depth = 0; depth < bounds['step-parts'].most; depth++) options = { options }
  expect(() => requireQueryWithinLimits({ post_processing: [{ options }] })).toThrow(
    expect.objectContaining({ code: 'bound-passed' }),
  )
})

it.each([null, 1, 'x', [], { queries: 7 }, { queries: [null, 1, { filters: 'x', post_processing: 3 }] }])(
  'ignores an invalid context, which the field check rejects: %j',
  (body) => {
    const read = parseQueryContext(body)
    expect(read).toHaveProperty('errors')
  },
)
