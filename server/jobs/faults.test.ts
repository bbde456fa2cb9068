import { afterEach, expect, it, vi } from 'vitest'
import type { AsyncJob } from '#core/rest/async-event.ts'
import { type AsyncCaller, asyncCaller } from '#testing/async-caller.ts'
import { type DataFixture, openDataFixture, type FixtureParts } from '#testing/data-fixture.ts'
import { waitUntilUnused } from '#testing/duckdb-file.ts'

/** Engines start processes, and the test machine may be busy. */
const LONG = { timeout: 10_000 }

const NOW = Date.UTC(2024, 5, 15)
const FLAG = { FACET_FEATURE_GLOBAL_ASYNC_QUERIES: '1' }
const TABLE = 'CREATE TABLE many AS SELECT range AS n, hash(range) AS h FROM range(200000)'
const columns = [{ column_name: 'n', type: 'BIGINT' }]
const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]

let fixtures: DataFixture[] = []
afterEach(async () => {
  for (const fixture of fixtures) await fixture.close()
  fixtures = []
})

async function open(
  parts: FixtureParts = {},
  statements = [TABLE],
): Promise<{ fixture: DataFixture; ada: AsyncCaller }> {
  const fixture = await openDataFixture(statements, NOW, FLAG, parts)
  fixtures.push(fixture)
  return { fixture, ada: await asyncCaller(fixture, 'admin') }
}

/** Stops a server and starts another with its data. */
async function restart(fixture: DataFixture, parts: FixtureParts = {}) {
  fixtures = fixtures.filter((each) => each !== fixture)
  await fixture.close('keep')
  return open({ ...parts, home: fixture.home }, [])
}

/** Returns a dataset whose rows would take hours to count. */
const endlessDataset = (fixture: DataFixture) => {
  const sql = 'SELECT a.n FROM many a, many b WHERE a.h > b.h'
  return fixture.dataset({ table_name: 'endless', sql, columns, metrics })
}
const manyDataset = (fixture: DataFixture) => fixture.dataset({ table_name: 'many', columns, metrics })

const question = (id: number, query: object) => ({
  datasource: { id, type: 'table' },
  queries: [{ columns: ['n'], orderby: [['n', true]], ...query }],
})
const endless = (id: number) => question(id, { columns: [], metrics: ['total'], orderby: [] })

async function ask(who: AsyncCaller, body: object): Promise<AsyncJob> {
  const answer = await who.call('POST', '/api/v1/chart/data', body)
  expect(answer.statusCode).toBe(202)
  return answer.json<AsyncJob>()
}

async function nextIsAnswered(who: AsyncCaller, id: number) {
  const { result_url, errors } = await who.eventOf(
    (await ask(who, { ...question(id, { row_limit: 2 }), force: true })).job_id,
  )
  expect(errors).toEqual([])
  const { result } = (await who.call('GET', result_url as string)).json()
  expect(result[0].data).toEqual([{ n: 0 }, { n: 1 }])
}

const statusOf = async (fixture: DataFixture, { job_id }: AsyncJob) =>
  (await fixture.context.store.jobs.getByUuid(job_id))?.status

it('a result larger than the cache is an error, and the next query succeeds', async () => {
  const { fixture, ada } = await open({ cacheBytes: 4000 })
  const { id } = await manyDataset(fixture)
  const event = await ada.eventOf((await ask(ada, question(id, { row_limit: 500 }))).job_id)
  expect(event).toMatchObject({
    status: 'error',
    errors: [{ message: 'The result is larger than the cache of the server', error_type: 'RESULT_TOO_LARGE_ERROR' }],
  })
  await nextIsAnswered(ada, id)
})

it('the query of a cancelled job ends in the engine, and the next query succeeds', async () => {
  const { fixture, ada } = await open()
  const { id } = await endlessDataset(fixture)
  const many = await manyDataset(fixture)
  await nextIsAnswered(ada, many.id)
  const job = await ask(ada, { ...endless(id), force: true })
  await vi.waitFor(async () => expect(await statusOf(fixture, job)).toBe('running'), LONG)
  expect((await ada.call('DELETE', `/api/v1/async_event/${job.job_id}`)).statusCode).toBe(200)
  // Writing waits until there are no readers: it would wait forever for a query that is still running.
  await waitUntilUnused(fixture.context.chartData.sources, fixture.database)
  expect(await statusOf(fixture, job)).toBe('cancelled')
  await nextIsAnswered(ada, many.id)
})

it('a full disk is logged, and every query succeeds', async () => {
  const { fixture, ada } = await open({ diskBytes: 10 })
  const { id } = await manyDataset(fixture)
  await nextIsAnswered(ada, id)
  expect(fixture.warned).toEqual([['The cache on disk is full', expect.objectContaining({ code: 'cache-full' })]])
  await ada.eventOf((await ask(ada, question(id, { row_limit: 3 }))).job_id)
})

it('the next server runs queued jobs and notifies their channels', async () => {
  const { fixture, ada } = await open()
  const { id } = await endlessDataset(fixture)
  const many = await manyDataset(fixture)
  // More than the concurrency limit: some are interrupted, some have not started.
  const stuck: AsyncJob[] = []
  for (let row_limit = 1; row_limit <= 10; row_limit++)
    stuck.push(await ask(ada, { ...endless(id), queries: [{ columns: [], metrics: ['total'], row_limit }] }))
  const waiting = await ask(ada, question(many.id, { row_limit: 7 }))
  await vi.waitFor(async () => expect(await statusOf(fixture, stuck[0] as AsyncJob)).toBe('running'), LONG)
  const next = await restart(fixture)
  for (const job of stuck) {
    const address = `/api/v1/async_event/${job.job_id}`
    await vi.waitFor(async () => expect(['pending', 'running']).toContain(await statusOf(next.fixture, job)), LONG)
    const answer = await next.fixture.app.inject({ method: 'DELETE', url: address, headers: ada.headers })
    expect(answer.statusCode).toBe(200)
  }
  await vi.waitFor(async () => {
    const url = '/api/v1/async_event/'
    const { result } = (await next.fixture.app.inject({ url, headers: ada.headers })).json()
    expect(result).toMatchObject([{ job_id: waiting.job_id, status: 'done' }])
  }, LONG)
})

it('another server takes the job of a dead server when its claim expires', async () => {
  const { fixture, ada } = await open()
  const { id } = await manyDataset(fixture)
  const { jobs } = fixture.context.store
  await fixture.context.asyncQueries?.stop()
  const job = await ask(ada, question(id, { row_limit: 2 }))
  await jobs.claim(['chart_data'], 'a server that died', 1000)
  const next = await restart(fixture)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await statusOf(next.fixture, job)).toBe('running')
  next.fixture.now += 1001
  await vi.waitFor(async () => expect(await statusOf(next.fixture, job)).toBe('done'), LONG)
})

it('the next server reports a completed job, and its result is read from disk', async () => {
  const parts = { diskBytes: 1_000_000 }
  const { fixture, ada } = await open(parts)
  const { id } = await manyDataset(fixture)
  const job = await ask(ada, question(id, { row_limit: 2 }))
  await ada.eventOf(job.job_id)
  const next = await restart(fixture, parts)
  const get = async (url: string) => (await next.fixture.app.inject({ url, headers: ada.headers })).json()
  const { result: events } = await get('/api/v1/async_event/')
  expect(events).toMatchObject([{ job_id: job.job_id, status: 'done' }])
  const { result } = await get(events[0].result_url)
  expect([result[0].data, result[0].is_cached]).toEqual([[{ n: 0 }, { n: 1 }], true])
})

it('a job that ends its server each time fails with an error', async () => {
  const { fixture, ada } = await open()
  const { id } = await manyDataset(fixture)
  const { jobs } = fixture.context.store
  await fixture.context.asyncQueries?.stop()
  const job = await ask(ada, question(id, { row_limit: 2 }))
  for (let attempt = 0; attempt < 3; attempt++) {
    await jobs.claim(['chart_data'], `server ${attempt}`, 1000)
    fixture.now += 1001
  }
  const next = await restart(fixture)
  next.fixture.now += 10_000
  await vi.waitFor(async () => expect(await statusOf(next.fixture, job)).toBe('error'), LONG)
})

it('the jobs of one user do not hold up those of another', async () => {
  const { fixture, ada } = await open()
  const eve = await asyncCaller(fixture, 'eve', 'Alpha')
  const { id } = await manyDataset(fixture)
  await fixture.context.asyncQueries?.stop()
  const requested = []
  for (let row_limit = 1; row_limit <= 3; row_limit++) requested.push(await ask(ada, question(id, { row_limit })))
  const other = await ask(eve, question(id, { row_limit: 9 }))
  const { jobs } = fixture.context.store
  const order = []
  for (let turn = 0; turn < 4; turn++) order.push((await jobs.claim(['chart_data'], 'w', 1000))?.uuid)
  expect(order).toEqual([requested[0]?.job_id, other.job_id, requested[1]?.job_id, requested[2]?.job_id])
})

it('jobs of a user at the quota of queries leave their slots to others, and run later', async () => {
  const { fixture, ada } = await open()
  const eve = await asyncCaller(fixture, 'eve', 'Alpha')
  const { store, chartData } = fixture.context
  const { id } = await manyDataset(fixture)
  const user_id = (await store.users.byUsername('eve'))?.id ?? 0
  await store.quotas.create({ user_id, max_queries: 1 }, null)
  const user = await store.users.current(user_id)
  if (!user) throw new Error('There is no user')
  let end = (): void => {}
  const held = new Promise<void>((resolve) => (end = resolve))
  void chartData.queryQuota.run(user, { signal: new AbortController().signal, waitMs: 0 }, () => held)
  const waiting: AsyncJob[] = []
  for (let row_limit = 10; row_limit < 20; row_limit++) waiting.push(await ask(eve, question(id, { row_limit })))
  await nextIsAnswered(ada, id)
  for (const job of waiting) expect(await statusOf(fixture, job)).toBe('pending')
  end()
  for (const job of waiting)
    await vi.waitFor(async () => {
      fixture.now += 1000
      expect(await statusOf(fixture, job)).toBe('done')
    }, LONG)
})
