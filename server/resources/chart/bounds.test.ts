import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BoundName, bounds } from '#core/rest/bounds.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let id: number
let headers: Record<string, string>

beforeAll(async () => {
  fixture = await openDataFixture(['CREATE TABLE t AS SELECT 1 AS n'], Date.UTC(2024, 5, 15))
  id = (await fixture.dataset({ table_name: 't', columns: [{ column_name: 'n', type: 'INTEGER' }] })).id
  headers = { authorization: `Bearer ${await fixture.token('viewer', 'Admin')}` }
})
afterAll(() => fixture.close())

const post = (url: string, payload: object) => fixture.app.inject({ method: 'POST', url, headers, payload })
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const metric = (at: number) => ({ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: `m${at}` })
const context = (...queries: object[]) => ({ datasource: { id, type: 'table' }, queries })
const counted = () => context({ metrics: [metric(0)] })

/** Returns a request with `count` of the items that a limit counts; it succeeds within the limit. */
const calls: readonly (readonly [BoundName, (count: number) => readonly [url: string, body: object]])[] = [
  ['context-queries', (count) => ['/api/v1/chart/data', context(...many(count, () => ({ metrics: [metric(0)] })))]],
  [
    'batch-items',
    (count) => [
      '/api/v1/chart/data/batch',
      { items: many(count, (at) => ({ id: `${at}`, query_context: counted() })) },
    ],
  ],
  ['color-columns', (count) => ['/api/v1/chart/data', { ...counted(), color_columns: many(count, () => 'n') }]],
  ['question-columns', (count) => ['/api/v1/chart/data', context({ metrics: many(count, metric) })]],
  [
    'filter-values',
    (count) => [
      '/api/v1/chart/data',
      context({ metrics: [metric(0)], filters: [{ col: 'n', op: 'IN', val: many(count, (at) => at) }] }),
    ],
  ],
  [
    'question-filters',
    (count) => [
      '/api/v1/chart/data',
      context({ metrics: [metric(0)], filters: many(count, () => ({ col: 'n', op: 'IS NOT NULL' })) }),
    ],
  ],
]

it.each(calls)('%s: accepts a request at the limit, and returns 400 for one more', async (name, call) => {
  const { most, unit, of } = bounds[name]
  const fits = await post(...call(most))
  expect(fits.statusCode).toBe(200)
  // A batch reports a status per item.
  if (name === 'batch-items') expect(fits.payload.match(/"status":200/g)).toHaveLength(most)
  const refused = await post(...call(most + 1))
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({
    message: `${most + 1} ${unit} exceed the limit of ${most} for ${of}`,
    errors: [{ extra: { bound: name, count: most + 1, most } }],
  })
})

it('applies the same limits to a query in a batch and to a legacy form', async () => {
  const wide = context({ metrics: many(501, metric) })
  const batch = await post('/api/v1/chart/data/batch', { items: [{ id: 'a', query_context: wide }] })
  expect(batch.payload).toContain('501 columns and metrics exceed the limit of 500 for a query')
  const form = { datasource: `${id}__table`, viz_type: 'table', query_mode: 'aggregate', metrics: many(501, metric) }
  const legacy = await post('/superset/explore_json/', { form_data: JSON.stringify(form) })
  expect(legacy.statusCode).toBe(400)
  expect(legacy.payload).toContain('501 columns and metrics exceed the limit of 500 for a query')
})

it('the ETag of many queries is short, and depends on their results', async () => {
  const { most } = bounds['context-queries']
  const requested = (from: number) =>
    post('/api/v1/chart/data', context(...many(most, (at) => ({ metrics: [metric(at + from)] }))))
  const [one, again, others] = [await requested(0), await requested(0), await requested(1)]
  expect(one.headers.etag?.length).toBeLessThan(100)
  expect(String(one.headers['server-timing']).length).toBeLessThan(500)
  expect(again.headers.etag).toBe(one.headers.etag)
  expect(others.headers.etag).not.toBe(one.headers.etag)
})
