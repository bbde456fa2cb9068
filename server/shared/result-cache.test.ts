import { afterEach, expect, it, vi } from 'vitest'
import type { QueryObject } from '#core/query/query-object.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { type DataFixture, openDataFixture, type FixtureParts } from '#testing/data-fixture.ts'
import { isEntry } from '#server/data/result/result-entry.ts'
import type { ChartDataRequest } from '#server/data/plan/query-request.ts'

const NOW = Date.UTC(2024, 5, 15, 12)
const VALUES = `CREATE TABLE things AS SELECT * FROM (VALUES
  ('a', 1, 0.1::DOUBLE, TIMESTAMP '1969-07-20 20:17:40'),
  (NULL, 9007199254740993, 'NaN'::DOUBLE, NULL),
  ('é"\\\\', NULL, '-Infinity'::DOUBLE, TIMESTAMP '2040-01-01')) v(name, big, x, day)`

const fixtures: DataFixture[] = []
afterEach(async () => {
  for (const fixture of fixtures.splice(0)) await fixture.close()
})

async function open(parts: FixtureParts, statements = [VALUES]) {
  const fixture = await openDataFixture(statements, NOW, {}, parts)
  fixtures.push(fixture)
  return fixture
}

const draft = {
  table_name: 'things',
  columns: [
    { column_name: 'name', type: 'VARCHAR' },
    { column_name: 'big', type: 'BIGINT' },
    { column_name: 'x', type: 'DOUBLE' },
    { column_name: 'day', type: 'TIMESTAMP', is_dttm: true },
  ],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
}
const all: QueryObject = { columns: ['name', 'big', 'x', 'day'], orderby: [['name', true]] }

async function ask(fixture: DataFixture, id: number, query: QueryObject, over: Partial<ChartDataRequest> = {}) {
  const result = await fixture.context.chartData.ask({
    context: { datasource: { id, type: 'table' }, queries: [query], custom_cache_timeout: 60 },
    index: 0,
    user: fixture.admin,
    format: 'rows',
    priority: 'visible',
    signal: new AbortController().signal,
    ...over,
  })
  if (!isEntry(result)) throw new Error('There are no data')
  return { head: result.head as ResultMetadata, text: Buffer.from(await result.data.plain()).toString() }
}

/** Returns the metadata of a result without those about its origin. */
function details({ is_cached: _cached, cached_dttm: _on, cost: _cost, ...rest }: ResultMetadata) {
  return rest
}

it.each(sampleCases(['rows', 'columns', 'csv'], 2))(
  'a result in %s is the same computed, from memory and from disk',
  async (format) => {
    const parts = { diskBytes: 1_000_000 }
    const first = await open(parts)
    const { id } = await first.dataset(draft)
    const queries = [all, { columns: ['name'], metrics: ['count'], orderby: [['name', false]] } satisfies QueryObject]
    const plain = []
    for (const query of queries) plain.push(await ask(first, id, query, { format }))
    for (const [index, query] of queries.entries()) {
      const cached = await ask(first, id, query, { format })
      expect(cached.head.cost.cache).toBe('hit')
      expect([cached.text, details(cached.head)]).toEqual([
        plain[index]?.text,
        details(plain[index]?.head as ResultMetadata),
      ])
    }
    fixtures.splice(fixtures.indexOf(first), 1)
    await first.close('keep')
    const second = await open({ ...parts, home: first.home }, [])
    for (const [index, query] of queries.entries()) {
      const cached = await ask(second, id, query, { format })
      expect(cached.head.cost.cache).toBe('hit')
      expect([cached.text, details(cached.head)]).toEqual([
        plain[index]?.text,
        details(plain[index]?.head as ResultMetadata),
      ])
    }
  },
)

it('an expired result is returned at once as stale, with its time, and computed again', async () => {
  const fixture = await open({ graceSeconds: 3600 })
  const { id } = await fixture.dataset(draft)
  const count: QueryObject = { metrics: ['count'] }
  await ask(fixture, id, count)
  fixture.now += 59_999
  expect((await ask(fixture, id, count)).head.cost).toMatchObject({ cache: 'hit', made_at: NOW })
  fixture.now += 30_001
  const stale = (await ask(fixture, id, count)).head
  expect([stale.is_cached, stale.cached_dttm, stale.cost.cache, stale.cost.made_at]).toEqual([
    true,
    '2024-06-15T12:00:00',
    'stale',
    NOW,
  ])
  const fresh = { cache: 'hit', made_at: NOW + 90_000 }
  await vi.waitFor(async () => expect((await ask(fixture, id, count)).head.cost).toMatchObject(fresh))
})

it('returns no stale result after twice its timeout or after the grace period', async () => {
  const fixture = await open({ graceSeconds: 20 })
  const { id } = await fixture.dataset(draft)
  await ask(fixture, id, all)
  fixture.now += 80_000
  expect((await ask(fixture, id, all)).head.cost.cache).toBe('miss')
  const other = await open({ graceSeconds: 3600 })
  const dataset = await other.dataset(draft)
  await ask(other, dataset.id, all)
  other.now += 120_000
  expect((await ask(other, dataset.id, all)).head.cost.cache).toBe('miss')
})

it('runs a forced query again, with or without a stale result', async () => {
  const fixture = await open({ graceSeconds: 3600 })
  const { id } = await fixture.dataset(draft)
  await ask(fixture, id, all)
  fixture.now += 90_000
  const context = { datasource: { id, type: 'table' }, queries: [all], custom_cache_timeout: 60, force: true }
  expect((await ask(fixture, id, all, { context })).head.cost).toMatchObject({ cache: 'miss', made_at: NOW + 90_000 })
})

it('logs each query with its duration, data age and outcome', async () => {
  const fixture = await open({})
  const { id } = await fixture.dataset(draft)
  await ask(fixture, id, all, { chartId: 5, dashboardId: 6 })
  fixture.now += 4000
  await ask(fixture, id, all)
  await expect(ask(fixture, id, { columns: ['nope'] })).rejects.toThrow('Columns missing')
  await expect(
    ask(fixture, id, all, {
      signal: AbortSignal.abort(new Error('left')),
      context: { datasource: { id, type: 'table' }, queries: [{ ...all, row_limit: 1 }] },
    }),
  ).rejects.toThrow('left')
  await expect(ask(fixture, id, { ...all, row_limit: 2 }, { from: 'cache' })).rejects.toThrow(
    'Error loading data from cache',
  )
  await vi.waitFor(async () => expect(await fixture.context.store.queryRecords.latest()).toHaveLength(4))
  const lines = (await fixture.context.store.queryRecords.latest()).toReversed()
  const line = {
    user_id: fixture.admin.userId,
    dataset_id: id,
    chart_id: null,
    dashboard_id: null,
    data_age: null,
    row_count: null,
    cached: false,
    error: null,
    viewed_by: null,
  }
  expect(lines.map(({ duration: _duration, ...rest }) => rest)).toEqual([
    { ...line, at: NOW, chart_id: 5, dashboard_id: 6, row_count: 3 },
    { ...line, at: NOW + 4000, row_count: 3, cached: true, data_age: 4000 },
    { ...line, at: NOW + 4000, error: 'columns-unknown' },
    { ...line, at: NOW + 4000, error: 'abort' },
  ])
  for (const { duration } of lines) expect(duration).toBeGreaterThanOrEqual(0)
  expect(await fixture.context.store.queryRecords.purge(NOW + 4000)).toBe(1)
})
