import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AsyncJob } from '#core/rest/async-event.ts'
import { openSession, tokenHash } from '#server/security/sessions.ts'
import type { Store, StoreLocation } from '#server/store/store.ts'
import { asyncCaller } from '#testing/async-caller.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { type DataFixture, openDataFixture, type FixtureParts } from '#testing/data-fixture.ts'
import { emptyDatabase } from '#testing/postgres.ts'
import { rawPost } from '#testing/raw-post.ts'

const NOW = Date.UTC(2024, 5, 15, 12)
const DATA = ["CREATE TABLE things AS SELECT 'name ' || range AS name, range AS n FROM range(5)"]
const KEY = { FACET_SECRET_KEY: 'the secret key of the tests' }

const ASYNC = { FACET_FEATURE_GLOBAL_ASYNC_QUERIES: '1' }

const open = (environment: Readonly<Record<string, string>>, parts: FixtureParts): Promise<DataFixture> =>
  openDataFixture(DATA, NOW, { ...KEY, ...environment }, parts)

const draft = {
  table_name: 'things',
  columns: [
    { column_name: 'name', type: 'VARCHAR' },
    { column_name: 'n', type: 'BIGINT' },
  ],
  metrics: [{ metric_name: 'total', expression: 'SUM(n)' }],
}
const question = (id: number) => ({
  datasource: { id, type: 'table' },
  queries: [{ columns: ['name'], metrics: ['total'], orderby: [['total', false]] }],
})

/** The fixtures, and the user who is signed in at the second server. */
interface Scene {
  readonly store: Store
  readonly role: number
  readonly ada: number
  readonly dataset: number
  readonly rule: number
  readonly chart: number
  readonly session: string
  /** A request of an administrator to the first server. */
  readonly administer: (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => Promise<unknown>
}

/** The change made through the first server, and the expected response of the second: its rows, or a status. */
const changes: readonly (readonly [string, (scene: Scene) => Promise<unknown>, number | string])[] = [
  ['a right', ({ store, role }) => store.roles.setPairs(role, [['can_read', 'Dashboard']]), 403],
  ['a role', ({ store, ada }) => store.users.update(ada, { roles: [] }, null), 403],
  ['a role of all', ({ store, role }) => store.roles.remove(role, null), 403],
  ['the account', ({ store, ada }) => store.users.update(ada, { active: false }, null), 401],
  ['the session', ({ store, ada }) => store.sessions.deleteByUser(ada), 401],
  [
    'a rule for rows',
    ({ administer, rule, role }) =>
      administer('PUT', `/api/v1/rowlevelsecurity/${rule}`, { clause: 'n < 2', roles: [role] }),
    'name 1,name 0',
  ],
  [
    'a group that has a role with a rule',
    async ({ store, ada, dataset }) => {
      const { id: role } = await store.roles.create({ name: `Of a group ${ada}` }, null)
      const rule = { filter_type: 'Regular', clause: 'n < 2', tables: [dataset], roles: [role] } as const
      await store.rowRules.create({ name: `By a group ${ada}`, ...rule }, null)
      await store.groups.create({ name: `Group ${ada}`, roles: [role], users: [ada] }, null)
    },
    'name 1,name 0',
  ],
  [
    'all rules for rows',
    ({ administer, rule }) => administer('DELETE', `/api/v1/rowlevelsecurity/${rule}`),
    'name 4,name 3,name 2,name 1,name 0',
  ],
  [
    'the SQL of a dataset',
    ({ administer, dataset }) =>
      administer('PUT', `/api/v1/dataset/${dataset}`, { sql: "SELECT 'other' AS name, 1 AS n" }),
    'other',
  ],
  ['the dataset', ({ administer, dataset }) => administer('DELETE', `/api/v1/dataset/${dataset}`), 404],
  [
    'nothing of it',
    ({ store, chart }) => store.charts.update(chart, { slice_name: 'b' }, null),
    'name 2,name 1,name 0',
  ],
]

describe.each(['sqlite', 'postgres'] as const)('two servers on one store, %s', (engine) => {
  let location: StoreLocation
  let one: DataFixture
  let other: DataFixture
  let door: string
  let requests: ReturnType<typeof vi.fn>
  const ends: (() => unknown)[] = []
  beforeAll(async () => {
    if (engine === 'postgres') {
      const server = await emptyDatabase()
      ends.push(() => server.stop())
      location = { url: server.url }
    } else {
      const folder = mkdtempSync(join(tmpdir(), 'facet-two-'))
      ends.push(() => rmSync(folder, { recursive: true, force: true }))
      location = { file: join(folder, 'facet.db') }
    }
    one = await open({}, { location })
    ends.push(() => one.close())
    other = await open({}, { location })
    ends.push(() => other.close())
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    door = `http://127.0.0.1:${(other.app.server.address() as AddressInfo).port}/api/v1/chart/data`
    requests = vi.spyOn(other.context.chartData, 'ask')
  })
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })

  let scenes = 0
  async function prepare(): Promise<Scene> {
    const { store } = one.context
    const name = `Readers ${++scenes}`
    const { id: role } = await store.roles.create({ name }, null)
    await store.roles.setPairs(role, [
      ['can_read', 'Chart'],
      ['all_datasource_access', 'all_datasource_access'],
    ])
    const person = { username: name, first_name: 'Ada', last_name: 'Test', roles: [role] }
    const { id: ada } = await store.users.create(person, null)
    const { id: dataset } = await one.dataset({ ...draft, sql: `SELECT * FROM things -- ${scenes}`, table_name: name })
    const clause = { filter_type: 'Regular', clause: 'n < 3', tables: [dataset], roles: [role] } as const
    const { id: rule } = await store.rowRules.create({ name, ...clause }, null)
    const slice = { slice_name: 'a', viz_type: 'table', datasource_id: dataset, datasource_type: 'table' } as const
    const { id: chart } = await store.charts.create(slice, null)
    const bearer = { authorization: `Bearer ${await one.token('admin', 'Admin')}` }
    const administer: Scene['administer'] = async (method, url, payload) => {
      const answer = await one.app.inject({ method, url, headers: bearer, ...(payload ? { payload } : {}) })
      expect(answer.statusCode, answer.body).toBeLessThan(300)
    }
    const session = `session=${await openSession(store, ada, one.now)}`
    return { store, role, ada, dataset, rule, chart, session, administer }
  }

  /** Returns the names that the other server answers a session; its status if it is not 200. */
  async function namesOf(session: string, dataset: number): Promise<number | string> {
    const headers = { cookie: session, 'content-type': 'application/json' }
    const answer = await rawPost(door, headers, [JSON.stringify(question(dataset))])
    if (answer.statusCode !== 200) return answer.statusCode
    const { result } = JSON.parse(answer.body) as { result: { data: { name: string }[] }[] }
    return result.flatMap(({ data }) => data.map(({ name }) => name)).join()
  }

  it('an administrator who views as another user through one does so through the other, until demoted', async () => {
    const { store, ada, dataset } = await prepare()
    const admin = (await store.roles.byName('Admin'))?.id ?? 0
    const person = { username: `Administrator ${scenes}`, first_name: 'Bo', last_name: 'Test', roles: [admin] }
    const { id } = await store.users.create(person, null)
    const cookie = await openSession(store, id, one.now)
    const rows = () => namesOf(`session=${cookie}`, dataset)
    expect(await rows()).toBe('name 4,name 3,name 2,name 1,name 0')
    await store.sessions.startViewAs(tokenHash(cookie), { userId: ada, from: one.now, until: one.now + 60_000 })
    expect(await rows()).toBe('name 2,name 1,name 0')
    await store.users.update(id, { roles: [] }, null)
    expect(await rows()).toBe(403)
  })

  it.each(engine === 'sqlite' ? changes : sampleCases(changes, 2))(
    '%s, changed through one, applies to the next request of the other',
    async (_, change, expected) => {
      const scene = await prepare()
      const ask = () => namesOf(scene.session, scene.dataset)
      for (let times = 0; times < 3; times++) expect(await ask()).toBe('name 2,name 1,name 0')
      const before = requests.mock.calls.length
      expect(await ask()).toBe('name 2,name 1,name 0')
      expect(requests.mock.calls.length).toBe(before)
      await change(scene)
      expect(await ask()).toBe(expected)
      // Where versions are counted by type, only responses that read the changed types are invalidated.
      if (scene.store.engine === 'postgres' && expected === 'name 2,name 1,name 0')
        expect(requests.mock.calls.length).toBe(before)
    },
  )

  it('a query that runs through one is stopped when its user loses access through the other', async () => {
    const { store, ada, session } = await prepare()
    const rows = 'range(1000000) a, range(1000000) b WHERE hash(a.range * 3 + b.range) = 1'
    const { id } = await one.dataset({
      ...draft,
      sql: `SELECT '' AS name, a.range AS n FROM ${rows}`,
      table_name: `endless ${scenes}`,
    })
    const run = vi.spyOn(other.context.chartData.scheduler(other.database), 'run')
    const answer = namesOf(session, id)
    await expect.poll(() => run.mock.calls.length, { timeout: 20_000 }).toBe(1)
    run.mockRestore()
    await store.users.update(ada, { roles: [] }, null)
    expect(await answer).toBe(403)
  })

  it('a job that is started through one is finished and reported through both', async () => {
    const begun = await open(ASYNC, { location })
    const peer = await open(ASYNC, { peer: begun })
    try {
      expect(await jobThroughBoth(begun, peer)).toEqual([
        ['done', 200, 5],
        ['done', 200, 5],
      ])
    } finally {
      await peer.close()
      await begun.close()
    }
  })
})

/**
 * Runs a job through one server. Returns the end event that both servers report, and their responses for its result.
 */
async function jobThroughBoth(one: DataFixture, other: DataFixture): Promise<readonly unknown[]> {
  const { id } = await one.dataset({ ...draft, sql: 'SELECT * FROM things', table_name: 'for a job' })
  const through = await asyncCaller(one, 'admin')
  const job = (await through.call('POST', '/api/v1/chart/data', question(id))).json<AsyncJob>()
  const { result_url: url } = await through.eventOf(job.job_id)
  const { headers } = through
  return Promise.all(
    [one, other].map(async ({ app }) => {
      const [event] = (await app.inject({ url: '/api/v1/async_event/', headers })).json().result
      const answer = await app.inject({ url: String(url), headers })
      return [event?.status, answer.statusCode, answer.json().result?.[0].rowcount]
    }),
  )
}
