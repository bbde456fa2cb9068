import type { InjectOptions } from 'fastify'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, NOON, type TestApp } from '#testing/app.ts'
import { uploadCsv } from '#testing/csv-upload.ts'

let fixture: TestApp
/** The role of the tokens. */
let alpha: number
let owner: Client
let ownerId: number
/** A token of the owner, limited to the role Alpha. */
let limited: Client
/** A token of the owner without a role. */
let full: Client
let count = 0

beforeAll(async () => {
  fixture = await makeTestApp()
  alpha = (await fixture.context.store.roles.byName('Alpha'))?.id ?? 0
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.now = NOON + ++count * 60_000
  const user = await fixture.user(`owner${count}`, ['Alpha', 'Gamma'])
  owner = await fixture.signedIn(user)
  ownerId = user.id
  limited = await tokenClient(owner, alpha)
  full = await tokenClient(owner, null)
})

async function tokenClient(client: Client, role_id: number | null): Promise<Client> {
  const body = { name: 'nightly', scope: 'write', expires_in_days: 30, role_id }
  const answer = await client.post('/api/v1/me/tokens', body)
  expect(answer.statusCode, answer.body).toBe(201)
  const authorization = `Bearer ${answer.json().result.token}`
  const withToken = (options: InjectOptions = {}) => ({ ...options, headers: { ...options.headers, authorization } })
  const { nobody } = fixture
  return {
    user: undefined,
    get: (url, options) => nobody.get(url, withToken(options)),
    post: (url, payload, options) => nobody.post(url, payload, withToken(options)),
    put: (url, payload, options) => nobody.put(url, payload, withToken(options)),
    delete: (url, options) => nobody.delete(url, withToken(options)),
  }
}
const failed = (answer: { statusCode: number; headers: object }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['x-facet-error'],
]

describe('temporary states of the user of a token limited to a role', () => {
  it.each(['filter_state', 'form_data'])('rejects changes and deletion: %s', async (type) => {
    const dashboard = await fixture.dashboard({ published: true })
    const dataset = await fixture.dataset({ table_name: `states ${count}` })
    const isForm = type === 'form_data'
    const root = isForm ? '/api/v1/explore/form_data' : `/api/v1/dashboard/${dashboard.id}/filter_state`
    const body = (n: number) =>
      isForm
        ? { datasource_id: dataset.id, datasource_type: 'table', form_data: `{"n":${n}}` }
        : { value: `{"n":${n}}` }
    const stored = async (client: Client, key: string) => (await client.get(`${root}/${key}`)).body
    const { key } = (await owner.post(root, body(1))).json()
    const changed = await limited.put(`${root}/${key}`, body(2))
    expect(changed.statusCode, changed.body).toBe(200)
    expect(changed.json().key).not.toBe(key)
    expect(await stored(owner, changed.json().key)).toContain('\\"n\\":2')
    expect(failed(await limited.delete(`${root}/${key}`))).toEqual([403, 'forbidden'])
    expect(await stored(owner, key)).toContain('\\"n\\":1')
    expect((await full.put(`${root}/${key}`, body(3))).json().key).toBe(key)
    expect((await full.delete(`${root}/${key}`)).statusCode).toBe(200)
  })
})

describe('activity and favorites of the user of a token limited to a role', () => {
  it('lists none', async () => {
    const paths = [
      '/api/v1/log/recent_activity/',
      `/api/v1/log/recent_activity/${ownerId}/`,
      `/superset/recent_activity/${ownerId}/`,
      ...['user_slices', 'created_slices', 'fave_slices', 'created_dashboards', 'fave_dashboards'].flatMap((name) => [
        `/superset/${name}/`,
        `/superset/${name}/${ownerId}/`,
      ]),
    ]
    for (const path of paths) {
      expect([path, ...failed(await limited.get(path))]).toEqual([path, 403, 'token-personal'])
      expect([path, (await full.get(path)).statusCode]).toEqual([path, 200])
    }
  })

  it.each([
    ['dashboard', 'Dashboard'],
    ['chart', 'slice'],
  ] as const)('rejects reading and changing: %s', async (type, legacyName) => {
    const marked = await (type === 'chart' ? fixture.chart() : fixture.dashboard({ published: true }))
    const { favorites } = fixture.context.store
    await favorites.add(ownerId, type, marked.id)
    const of = async (client: Client) => {
      const status = await client.get(`/api/v1/${type}/favorite_status/?q=!(${marked.id})`)
      const filter = `(col:id,opr:${type}_is_favorite,value:!t)`
      const list = await client.get(`/api/v1/${type}/?q=(filters:!(${filter}))`)
      return [status.json().result, list.json().ids]
    }
    expect(await of(full)).toEqual([[{ id: marked.id, value: true }], [marked.id]])
    expect(await of(limited)).toEqual([[{ id: marked.id, value: false }], []])
    const legacyUrl = `/superset/favstar/${legacyName}/${marked.id}`
    const calls = [
      () => limited.delete(`/api/v1/${type}/${marked.id}/favorites/`),
      () => limited.post(`/api/v1/${type}/${marked.id}/favorites/`),
      () => limited.get(`${legacyUrl}/unselect/`),
    ]
    for (const call of calls) expect(failed(await call())).toEqual([403, 'token-personal'])
    expect(await favorites.ids(ownerId, type)).toEqual([marked.id])
    expect((await limited.get(`${legacyUrl}/count/`)).json()).toEqual({ count: 1 })
    expect((await full.delete(`/api/v1/${type}/${marked.id}/favorites/`)).statusCode).toBe(200)
  })

  it.each([
    ['chart', 'slice_name'],
    ['dashboard', 'dashboard_title'],
  ] as const)('matches nothing for "Created by me": %s', async (type, title) => {
    const dataset = await fixture.dataset({ table_name: `of ${count}` })
    const chart = await fixture.chart({ datasource_id: dataset.id })
    const { charts, dashboards } = fixture.context.store
    const made =
      type === 'chart'
        ? await charts.update(chart.id, { slice_name: `Made ${count}` }, ownerId)
        : await dashboards.create({ dashboard_title: `Made ${count}`, charts: [chart.id], published: true }, ownerId)
    const ids = async (client: Client, filter: string) =>
      (await client.get(`/api/v1/${type}/?q=(filters:!(${filter}))`)).json().ids
    const byTitle = `(col:${title},opr:eq,value:'Made ${count}')`
    const byMe = `(col:created_by,opr:${type}_created_by_me,value:me)`
    expect([await ids(full, byTitle), await ids(limited, byTitle)]).toEqual([[made.id], [made.id]])
    expect([await ids(full, byMe), await ids(limited, byMe)]).toEqual([[made.id], []])
  })
})

describe('a token limited to a role', () => {
  it('stores no SQL result, which would evict one of its user', async () => {
    const admin = await fixture.signedIn(await fixture.user(`boss${count}`, ['Admin']))
    const role = (await fixture.context.store.roles.byName('Admin'))?.id ?? 0
    const token = await tokenClient(admin, role)
    const database = (await fixture.dataset({ table_name: `sql ${count}` })).database_id
    const run = async (client: Client, id: string) => {
      const answer = await client.post('/api/v1/sqllab/execute/', {
        database_id: database,
        sql: 'SELECT 1 AS one',
        client_id: `${id}${count}`,
      })
      expect([answer.statusCode, answer.json().data]).toEqual([200, [{ one: 1 }]])
      const { resultsKey, extra } = answer.json().query
      return [resultsKey, extra.statements[0].resultsKey]
    }
    expect(await run(token, 't')).toEqual([null, null])
    expect(await run(admin, 'a')).toEqual([expect.any(String), expect.any(String)])
  })

  it('creates no temporary dataset, which would evict one of its user', async () => {
    const database = (await fixture.database({ database_name: `temporary ${count}` })).id
    const body = { database, table_name: `temporary ${count}`, sql: 'SELECT 1 AS n', is_temporary: true }
    const rejected = await limited.post('/api/v1/dataset/', body)
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      422,
      { is_temporary: ['An API token that is limited to a role cannot create a temporary dataset'] },
    ])
    expect((await limited.post('/api/v1/dataset/', { ...body, is_temporary: false })).statusCode).toBe(201)
    expect((await full.post('/api/v1/dataset/', { ...body, table_name: `full ${count}` })).statusCode).toBe(201)
  })

  it('cannot replace a table that its user has uploaded or created', async () => {
    const { id } = await fixture.database({
      database_name: `Uploads ${count}`,
      sqlalchemy_uri: 'duckdb:///uploads.duckdb',
      allow_file_upload: true,
    })
    const name = `sales_${count}`
    const fields = { table_name: name, already_exists: 'replace' }
    expect((await uploadCsv(owner, id, 'n\n1\n', fields)).statusCode).toBe(201)
    expect(failed(await uploadCsv(limited, id, 'n\n2\n', fields))).toEqual([403, 'upload-table-foreign'])
    const { createdTables, datasets } = fixture.context.store
    const dataset = await datasets.find({ col: 'table_name', op: 'eq', value: name })
    await datasets.remove([dataset?.id ?? 0], null)
    const table = { database_id: id, schema: 'main', name, method: 'TABLE', user_id: ownerId, sources: [] } as const
    await createdTables.add(table)
    expect(failed(await uploadCsv(limited, id, 'n\n2\n', fields))).toEqual([403, 'upload-table-owner'])
    expect((await uploadCsv(full, id, 'n\n3\n', fields)).statusCode).toBe(201)
  })

  it('gets no access to a draft by a permalink', async () => {
    const draft = await fixture.dashboard({ published: false })
    const admin = await fixture.as('Admin')
    const { key } = (await admin.post(`/api/v1/dashboard/${draft.id}/permalink`, {})).json()
    const url = `/api/v1/dashboard/permalink/${key}`
    expect((await limited.get(url)).statusCode).toBe(403)
    expect((await owner.get(`/api/v1/dashboard/${draft.id}`)).statusCode).toBe(403)
    expect((await full.get(url)).statusCode).toBe(200)
    expect((await owner.get(`/api/v1/dashboard/${draft.id}`)).statusCode).toBe(200)
    expect((await limited.get(`/api/v1/dashboard/${draft.id}`)).statusCode).toBe(403)
  })

  it('neither lists, changes nor deletes filter sets of its user', async () => {
    const dashboard = await fixture.dashboard({ published: true })
    const url = `/api/v1/dashboard/${dashboard.id}/filtersets`
    const set = { name: 'Mine', owner_type: 'User', owner_id: ownerId, json_metadata: '{"nativeFilters":{}}' }
    const made = await owner.post(url, set)
    expect(made.statusCode, made.body).toBe(201)
    const one = `${url}/${made.json().id}`
    expect((await limited.get(url)).json().count).toBe(0)
    expect((await limited.put(one, { name: 'Other' })).statusCode).toBe(404)
    // A set that the caller does not see is reported as deleted.
    expect((await limited.delete(one)).json()).toEqual({})
    expect((await limited.post(url, { ...set, name: 'By a token' })).statusCode).toBe(403)
    expect((await full.get(url)).json().result.map(({ name }: { name: string }) => name)).toEqual(['Mine'])
    expect((await full.put(one, { name: 'Other' })).statusCode).toBe(200)
  })

  it('exports no saved query of its user', async () => {
    const boss = await fixture.signedIn(await fixture.user(`boss${count}`, ['Admin']))
    const role = (await fixture.context.store.roles.byName('Admin'))?.id ?? 0
    const { id } = await fixture.database({ database_name: `queries ${count}` })
    const values = { label: `mine ${count}`, sql: 'SELECT 1', db_id: id }
    await fixture.context.store.savedQueries.create(values, boss.user?.userId ?? 0)
    const exported = async (client: Client) => {
      const answer = await client.get('/api/v1/assets/export/')
      expect(answer.statusCode).toBe(200)
      return Object.keys(unzipSync(answer.rawPayload)).filter((path) => path.includes(`mine_${count}`)).length
    }
    expect(await exported(await tokenClient(boss, role))).toBe(0)
    expect(await exported(await tokenClient(boss, null))).toBe(1)
  })
})
