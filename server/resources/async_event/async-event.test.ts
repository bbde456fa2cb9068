import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createApiToken } from '#server/security/api-tokens.ts'
import { asyncCaller } from '#testing/async-caller.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import type { AsyncJob } from '#core/rest/async-event.ts'
import { COLUMNS_MEDIA_TYPE } from '#core/query/result.ts'

const NOW = Date.UTC(2024, 5, 15, 12, 30, 20)
let fixture: DataFixture
let cities: number
let endless: number

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      "CREATE TABLE cities AS SELECT * FROM (VALUES ('Ash', 1, TIMESTAMP '2024-06-01'), ('Birk', 2, TIMESTAMP '2024-06-02')) v(city, n, day)",
      'CREATE TABLE many AS SELECT range AS n, hash(range) AS h FROM range(200000)',
    ],
    NOW,
    { FACET_FEATURE_GLOBAL_ASYNC_QUERIES: '1' },
  )
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  const columns = [
    { column_name: 'city', type: 'VARCHAR' },
    { column_name: 'n', type: 'INTEGER' },
    { column_name: 'day', type: 'TIMESTAMP', is_dttm: true },
  ]
  cities = (await fixture.dataset({ table_name: 'cities', columns, metrics })).id
  const sql = 'SELECT a.n FROM many a, many b WHERE a.h > b.h'
  const [, n] = columns
  endless = (await fixture.dataset({ table_name: 'endless', sql, columns: n ? [n] : [], metrics })).id
})
afterAll(() => fixture.close())

const caller = (username: string, ...roles: string[]) => asyncCaller(fixture, username, ...roles)

/** Counter that makes each query unique. */
let requested = 0
const question = (over: object = {}, id = cities) => ({
  datasource: { id, type: 'table' },
  queries: [{ columns: ['city'], metrics: ['total'], orderby: [['city', true]], row_limit: 1000 + ++requested }],
  ...over,
})

it('X-EVENT-04 A-FLAG-03: an uncached query responds 202 with a job', async () => {
  const ada = await caller('admin')
  const answer = await ada.call('POST', '/api/v1/chart/data', question())
  expect(answer.statusCode).toBe(202)
  const uuid = expect.stringMatching(/^[\da-f-]{36}$/)
  expect(answer.json()).toEqual({
    channel_id: uuid,
    job_id: uuid,
    user_id: fixture.admin.userId,
    status: 'pending',
    errors: [],
    result_url: null,
  })
})

it('a token that is limited to a role gets a direct response, because a job has all rights of the user', async () => {
  const { store } = fixture.context
  const { cookie } = await caller('admin')
  const statusOf = async (roleId: number | null) => {
    const draft = { name: 'limited', scope: 'write', days: 1, roleId } as const
    const { text } = await createApiToken(store, fixture.admin.userId ?? 0, draft, NOW)
    const headers = { cookie, authorization: `Bearer ${text}` }
    const call = { method: 'POST', url: '/api/v1/chart/data', headers, payload: question() } as const
    return (await fixture.app.inject(call)).statusCode
  }
  const role = (await store.roles.byName('Admin'))?.id ?? null
  expect([await statusOf(null), await statusOf(role)]).toEqual([202, 200])
})

it('X-EVENT-01 X-EVENT-12 X-EVENT-03: the event of a job has the URL of its result, which is then cached', async () => {
  const ada = await caller('admin')
  const body = question()
  const job = (await ada.call('POST', '/api/v1/chart/data', body)).json<AsyncJob>()
  const event = await ada.eventOf(job.job_id)
  expect(event).toMatchObject({ job_id: job.job_id, status: 'done', errors: [], channel_id: job.channel_id })
  expect(event.id).toMatch(/^\d+-\d+$/)
  const result = await ada.call('GET', event.result_url as string)
  expect([result.statusCode, result.json().result[0].data]).toEqual([
    200,
    [
      { city: 'Ash', total: 1 },
      { city: 'Birk', total: 2 },
    ],
  ])
  const again = await ada.call('POST', '/api/v1/chart/data', body)
  expect([again.statusCode, again.json().result[0].is_cached]).toEqual([200, true])
})

const ask = async (who: Awaited<ReturnType<typeof caller>>, body: object, more?: Record<string, string>) => {
  const answer = await who.call('POST', '/api/v1/chart/data', body, more)
  expect(answer.statusCode).toBe(202)
  return answer.json<AsyncJob>()
}

it('returns columns if the query requested columns, for every accepted type of result', async () => {
  const ada = await caller('admin')
  const job = await ask(ada, question(), { accept: COLUMNS_MEDIA_TYPE })
  const { result_url } = await ada.eventOf(job.job_id)
  const { result } = (await ada.call('GET', result_url as string)).json()
  expect(result[0].columns).toEqual([
    ['Ash', 'Birk'],
    [1, 2],
  ])
})

it('fetches results of relative time ranges and of uncached queries', async () => {
  const ada = await caller('admin')
  const moving = question({ custom_cache_timeout: -1 })
  const [query] = moving.queries
  const filters = [{ col: 'day', op: 'TEMPORAL_RANGE', val: 'DATEADD(DATETIME("now"), -1, year) : now' }]
  const body = { ...moving, queries: [{ ...query, columns: [], orderby: [], filters }] }
  const job = await ask(ada, body)
  const { result_url } = await ada.eventOf(job.job_id)
  fixture.now += 90_000
  expect((await ada.call('GET', result_url as string)).json().result[0].data).toEqual([{ total: 3 }])
  expect((await ask(ada, body)).job_id).not.toBe(job.job_id)
})

it('a forced query runs again, and its result is the new one', async () => {
  const ada = await caller('admin')
  const body = question()
  await ada.eventOf((await ask(ada, body)).job_id)
  expect((await ada.call('POST', '/api/v1/chart/data', body)).statusCode).toBe(200)
  fixture.now += 5000
  const job = await ask(ada, { ...body, force: true })
  const { result_url } = await ada.eventOf(job.job_id)
  const { result } = (await ada.call('GET', result_url as string)).json()
  expect(result[0].cost.made_at).toBe(fixture.now)
})

it('X-TRANS-01: events come strictly after last_id, oldest first', async () => {
  const ada = await caller('admin')
  const jobs = [await ask(ada, question()), await ask(ada, question()), await ask(ada, question())]
  for (const job of jobs) await ada.eventOf(job.job_id)
  const all = await ada.events()
  expect(all.map(({ job_id }) => job_id).toSorted()).toEqual(jobs.map(({ job_id }) => job_id).toSorted())
  expect((await ada.events(all[0]?.id)).map(({ id }) => id)).toEqual([all[1]?.id, all[2]?.id])
  expect(await ada.events(all[2]?.id)).toEqual([])
})

it('X-EVENT-02: a failed query is an error event with its reason, and the next one succeeds', async () => {
  const ada = await caller('admin')
  const [query] = question().queries
  const job = await ask(ada, question({ queries: [{ ...query, columns: ['town'] }] }))
  expect(await ada.eventOf(job.job_id)).toMatchObject({
    status: 'error',
    result_url: null,
    errors: [{ message: expect.stringContaining('Columns missing in dataset') }],
  })
  const next = await ada.eventOf((await ask(ada, question())).job_id)
  expect(next.status).toBe('done')
})

it('jobs are created only for full results as JSON', async () => {
  const ada = await caller('admin')
  const statuses = []
  for (const over of [{ result_format: 'csv' }, { result_type: 'results' }, { result_type: 'query' }]) {
    statuses.push((await ada.call('POST', '/api/v1/chart/data', question(over))).statusCode)
  }
  expect(statuses).toEqual([200, 200, 200])
})

it('answers a bearer token without cookies at once with a channel, and rejects the channel of another user', async () => {
  const ada = await caller('admin')
  const eve = await caller('eve', 'Alpha')
  const bare = { authorization: String(ada.headers['authorization']) }
  const post = (headers: Record<string, string>) =>
    fixture.app.inject({ method: 'POST', url: '/api/v1/chart/data', headers, payload: question() })
  const first = await post(bare)
  const cells = [
    { city: 'Ash', total: 1 },
    { city: 'Birk', total: 2 },
  ]
  expect([first.statusCode, first.json().result[0].data]).toEqual([200, cells])
  const cookie = String(first.headers['set-cookie'])
  expect(cookie).toMatch(/^async-token=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=2678400; Path=\/; HttpOnly; SameSite=Lax$/)
  expect((await post({ ...bare, cookie: cookie.split(';')[0] as string })).statusCode).toBe(202)
  expect((await post({ ...bare, cookie: eve.cookie })).statusCode).toBe(401)
  expect((await post({ ...bare, cookie: `${ada.cookie}x` })).statusCode).toBe(401)
})

it('checks access before a job is created and when its result is fetched', async () => {
  const ada = await caller('admin')
  const gus = await caller('gus', 'Gamma')
  const { result_url } = await ada.eventOf((await ask(ada, question())).job_id)
  expect((await gus.call('GET', result_url as string)).statusCode).toBe(403)
  expect((await gus.call('POST', '/api/v1/chart/data', question())).statusCode).toBe(403)
  expect((await ada.call('POST', '/api/v1/chart/data', question({}, 999))).statusCode).toBe(404)
})

it('responds 404 for an unknown URL, and 422 when the result is no longer cached', async () => {
  const ada = await caller('admin')
  expect((await ada.call('GET', '/api/v1/chart/data/unknown')).statusCode).toBe(404)
  const body = question({ custom_cache_timeout: -1 })
  const { result_url } = await ada.eventOf((await ask(ada, body)).job_id)
  fixture.now += 601_000
  const lost = await ada.call('GET', result_url as string)
  expect([lost.statusCode, lost.json().message]).toEqual([422, 'Error loading data from cache'])
  fixture.now += 3_600_000
  const later = await caller('admin')
  expect((await later.call('GET', result_url as string)).statusCode).toBe(404)
})

it('X-EVENT-04: a batch returns 202 in the frame of each uncached item', async () => {
  const ada = await caller('admin')
  const known = question()
  await ada.eventOf((await ask(ada, known)).job_id)
  const items = [
    { id: 'new', query_context: question() },
    { id: 'known', query_context: known },
  ]
  const { body } = await ada.call('POST', '/api/v1/chart/data/batch', { items })
  const frames = body.split('\n').filter((line) => line !== '')
  const heads = new Map(frames.flatMap((line, index) => (index % 2 === 0 ? [[JSON.parse(line).id, line]] : [])))
  expect(JSON.parse(heads.get('new') as string).status).toBe(202)
  expect(JSON.parse(heads.get('known') as string).status).toBe(200)
  const job = JSON.parse(frames[frames.indexOf(heads.get('new') as string) + 1] as string) as AsyncJob
  expect((await ada.eventOf(job.job_id)).status).toBe('done')
})

it('a job without waiting callers stops with its query; other users cannot stop it', async () => {
  const ada = await caller('admin')
  const eve = await caller('eve', 'Alpha')
  const [query] = question().queries
  const job = await ask(ada, question({ queries: [{ ...query, columns: [], orderby: [] }] }, endless))
  const stored = () => fixture.context.store.jobs.getByUuid(job.job_id)
  await vi.waitFor(async () => expect((await stored())?.status).toBe('running'))
  const address = `/api/v1/async_event/${job.job_id}`
  expect((await eve.call('DELETE', address)).statusCode).toBe(404)
  expect((await ada.call('DELETE', address)).statusCode).toBe(200)
  expect((await stored())?.status).toBe('cancelled')
  expect((await ada.call('DELETE', address)).statusCode, 'called off, or done, already').toBe(200)
  expect((await ada.call('DELETE', '/api/v1/async_event/nobodys')).statusCode).toBe(404)
  expect((await ada.eventOf((await ask(ada, question())).job_id)).status).toBe('done')
  expect((await ada.events()).some(({ job_id }) => job_id === job.job_id)).toBe(false)
})

it('A-FLAG-03: returns results at once without the flag, and 404 for the event URL', async () => {
  const plain = await openDataFixture(['CREATE TABLE t (n INTEGER)'], NOW)
  try {
    const headers = { authorization: `Bearer ${await plain.token('admin')}` }
    const { id } = await plain.dataset({ table_name: 't', columns: [{ column_name: 'n', type: 'INTEGER' }] })
    const payload = { datasource: { id, type: 'table' }, queries: [{ columns: ['n'] }] }
    const answer = await plain.app.inject({ method: 'POST', url: '/api/v1/chart/data', headers, payload })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
    expect((await plain.app.inject({ url: '/api/v1/async_event/', headers })).statusCode).toBe(404)
  } finally {
    await plain.close()
  }
})

it('the key of a job is also valid at the legacy URL, which returns the form of the chart', async () => {
  const ada = await caller('admin')
  const form_data = { viz_type: 'table', datasource: `${cities}__table`, groupby: ['city'], metrics: ['total'] }
  const job = (await ada.call('POST', '/api/v1/chart/data', question({ form_data }))).json<AsyncJob>()
  const { result_url } = await ada.eventOf(job.job_id)
  const key = String(result_url).split('/').at(-1)
  const answer = await ada.call('GET', `/superset/explore_json/data/${key}`)
  expect([
    answer.statusCode,
    answer.json().form_data.viz_type,
    answer.json().data.records.toSorted((a: { total: number }, b: { total: number }) => a.total - b.total),
  ]).toEqual([
    200,
    'table',
    [
      { city: 'Ash', total: 1 },
      { city: 'Birk', total: 2 },
    ],
  ])
  expect((await ada.call('GET', '/superset/explore_json/data/none')).statusCode).toBe(404)
  const otherUser = await caller('stranger', 'Gamma')
  expect((await otherUser.call('GET', `/superset/explore_json/data/${key}`)).statusCode).toBe(403)
})
