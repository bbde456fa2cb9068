import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storedTypes } from '#server/store/stored-types.ts'
import { type Client, makeTestApp, NOON, PASSWORD, type TestApp } from '#testing/app.ts'
import { writeDuckDB } from '#testing/duckdb-file.ts'
import { operationsOf } from '#testing/document-calls.ts'

const URL = '/api/v1/me/tokens'
const DAY = 24 * 3_600_000

let fixture: TestApp
let owner: Client
let count = 0
beforeAll(async () => {
  fixture = await makeTestApp()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.now = NOON + ++count * 60_000
  owner = await fixture.signedIn(await fixture.user(`owner${count}`, ['Alpha']))
})

const draft = (more: object = {}) => ({ name: 'nightly export', scope: 'write', expires_in_days: 30, ...more })
const create = async (more: object = {}, client = owner) => {
  const answer = await client.post(URL, draft(more))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().result as { id: number; token: string; prefix: string }
}
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const me = async (token: string) => (await fixture.nobody.get('/api/v1/me/', bearer(token))).statusCode
const failed = (answer: { statusCode: number; headers: object }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['x-facet-error'],
]
const listed = async (client = owner) => (await client.get(URL)).json()

describe('an API token', () => {
  it('shows it once, and stores only its hash', async () => {
    const answer = await owner.post(URL, draft())
    const { token, id } = answer.json().result
    expect(token).toMatch(/^facet_[\w-]{43}$/)
    expect(answer.headers['cache-control']).toBe('no-store')
    const shown = {
      id,
      name: 'nightly export',
      scope: 'write',
      role: null,
      prefix: token.slice(0, 12),
      created_on: answer.json().result.created_on,
      expires_on: answer.json().result.expires_on,
      last_used_on: null,
    }
    const alpha = await fixture.context.store.roles.byName('Alpha')
    expect(await listed()).toEqual({ count: 1, result: [shown], roles: [{ id: alpha?.id, name: 'Alpha' }] })
    const [stored] = await fixture.context.store.apiTokens.ofUser(owner.user?.userId ?? 0)
    expect(stored?.expires_at).toBe(fixture.now + 30 * DAY)
    expect(JSON.stringify(stored)).not.toContain(token.slice(12))
    const events = JSON.stringify(await fixture.context.store.events.history('api_token', id))
    expect([events.includes(token.slice(0, 12)), events.includes(token.slice(12))]).toEqual([true, false])
    expect(events).not.toContain(stored?.token_hash ?? '?')
    expect(fixture.logged.join()).not.toContain(token.slice(12))
  })

  it('acts as its owner without a CSRF token, and records its last use', async () => {
    const { token } = await create()
    fixture.now += 5000
    const made = await fixture.nobody.post('/api/v1/dashboard/', { dashboard_title: 'By a token' }, bearer(token))
    expect(made.statusCode).toBe(201)
    const board = await fixture.context.store.dashboards.get(made.json().id)
    expect([board?.owners, board?.created_by_fk]).toEqual([[owner.user?.userId], owner.user?.userId])
    expect((await listed()).result[0].last_used_on).toBe(new Date(fixture.now).toISOString().replace('Z', '000'))
  })

  it('overrides a session cookie that is sent with it', async () => {
    const { token } = await create({ scope: 'read' })
    const headers = { authorization: `Bearer ${token}` }
    expect(failed(await owner.post('/api/v1/dashboard/', { dashboard_title: 'By both' }, { headers }))).toEqual([
      403,
      'token-read-only',
    ])
    const unknown = { headers: { authorization: 'Bearer facet_unknown' } }
    expect(failed(await owner.get('/api/v1/me/', unknown))).toEqual([401, 'token-revoked'])
  })

  it('rejects a token of a sign-in by REST as its creator, which would end earlier', async () => {
    const login = { username: owner.user?.username, password: PASSWORD, provider: 'db', refresh: true }
    const { access_token: token } = (await fixture.nobody.post('/api/v1/security/login', login)).json()
    expect(await me(token)).toBe(200)
    expect(failed(await fixture.nobody.post(URL, draft(), bearer(token)))).toEqual([403, 'token-account'])
    expect((await listed()).count).toBe(0)
  })

  it('the scope read does not open drafts by their links', async () => {
    const admin = await fixture.as('Admin')
    const id = (await admin.post('/api/v1/dashboard/', { dashboard_title: `Draft ${count}`, published: false })).json()
      .id
    const { key } = (await admin.post(`/api/v1/dashboard/${id}/permalink`, {})).json()
    const { token } = await create({ scope: 'read' })
    for (const path of [
      `/api/v1/dashboard/permalink/${key}`,
      `/superset/dashboard/p/${key}`,
      '/superset/warm_up_cache',
    ])
      expect(failed(await fixture.nobody.get(path, bearer(token)))).toEqual([403, 'token-read-only'])
    expect((await owner.get(`/api/v1/dashboard/${id}`)).statusCode).toBe(403)
    expect((await owner.get(`/api/v1/dashboard/permalink/${key}`)).statusCode).toBe(200)
    expect((await owner.get(`/api/v1/dashboard/${id}`)).statusCode).toBe(200)
  })

  it('gets at most the rights of its owner, from the next request after a change on', async () => {
    const { token } = await create()
    expect((await fixture.nobody.get('/api/v1/security/users/', bearer(token))).statusCode).toBe(403)
    expect((await fixture.nobody.get('/api/v1/annotation_layer/', bearer(token))).statusCode).toBe(200)
    const gamma = await fixture.context.store.roles.byName('Gamma')
    await fixture.context.store.users.update(owner.user?.userId ?? 0, { roles: [gamma?.id ?? 0] }, null)
    expect((await fixture.nobody.get('/api/v1/annotation_layer/', bearer(token))).statusCode).toBe(403)
    await fixture.context.store.users.update(owner.user?.userId ?? 0, { active: false }, null)
    expect(await me(token)).toBe(401)
  })

  it('ends when it expires', async () => {
    const { token } = await create({ expires_in_days: 1 })
    fixture.now += DAY - 1
    expect(await me(token)).toBe(200)
    fixture.now += 1
    expect(failed(await fixture.nobody.get('/api/v1/me/', bearer(token)))).toEqual([401, 'token-expired'])
  })

  it('accepts revocation by its owner or an administrator only', async () => {
    const { id, token } = await create()
    const other = await fixture.as('Gamma')
    const admin = await fixture.as('Admin')
    const own = `/api/v1/security/users/${owner.user?.userId}/tokens`
    for (const answer of [await other.delete(`${URL}/${id}`), await admin.delete(`${URL}/${id}`)])
      expect(answer.statusCode).toBe(404)
    for (const answer of [await other.get(own), await other.delete(`${own}/${id}`)])
      expect([answer.statusCode, answer.body.includes('nightly')]).toEqual([403, false])
    expect((await listed(other)).result).toEqual([])
    expect(await me(token)).toBe(200)
    expect((await owner.delete(`${URL}/${id}`)).statusCode).toBe(200)
    expect(failed(await fixture.nobody.get('/api/v1/me/', bearer(token)))).toEqual([401, 'token-revoked'])
    const second = await create({ name: 'second' })
    expect((await admin.get(own)).json().result.map(({ name }: { name: string }) => name)).toEqual(['second'])
    expect((await admin.delete(`/api/v1/security/users/${other.user?.userId}/tokens/${second.id}`)).statusCode).toBe(
      404,
    )
    expect((await admin.delete(`${own}/${second.id}`)).statusCode).toBe(200)
    expect(await me(second.token)).toBe(401)
    const [event] = await fixture.context.store.events.history('api_token', second.id)
    expect([event?.action, event?.actor]).toEqual(['delete', admin.user?.userId])
  })

  it('ends with the rights of its owner: a new password, sign-out everywhere, deactivation, deletion', async () => {
    const admin = await fixture.as('Admin')
    const id = owner.user?.userId ?? 0
    const user = `/api/v1/security/users/${id}`
    const ends: readonly (() => Promise<{ statusCode: number }>)[] = [
      () => owner.put('/api/v1/me/password', { current_password: PASSWORD, new_password: 'another password' }),
      () => owner.post('/api/v1/me/sign_out_everywhere'),
      () => admin.post(`${user}/sign_out_everywhere`),
      () => admin.post(`${user}/sign_in_link`),
      () => admin.put(user, { password: 'a third password' }),
      () => admin.put(user, { active: false }),
    ]
    for (const end of ends) {
      const stored = await fixture.context.store.users.get(id)
      owner = await fixture.signedIn(stored as NonNullable<typeof stored>)
      const { token } = await create()
      expect(await me(token)).toBe(200)
      expect((await end()).statusCode).toBeLessThan(300)
      expect([end.toString(), await me(token)]).toEqual([end.toString(), 401])
      expect(await fixture.context.store.apiTokens.ofUser(id)).toEqual([])
      fixture.now += 1
    }
    await admin.put(user, { active: true })
  })

  it('ends with everything of its owner, even if it is stored after that', async () => {
    const { token } = await create()
    expect(await me(token)).toBe(200)
    await fixture.context.store.users.endTokens(owner.user?.userId ?? 0, fixture.now)
    expect(failed(await fixture.nobody.get('/api/v1/me/', bearer(token)))).toEqual([401, 'token-revoked'])
  })

  it('the tokens of a restored user do not come back', async () => {
    const admin = await fixture.as('Admin')
    const user = `/api/v1/security/users/${owner.user?.userId}`
    const { token } = await create()
    expect((await admin.delete(user)).statusCode).toBe(200)
    expect(await me(token)).toBe(401)
    fixture.now += 1
    expect((await admin.post(`${user}/restore`)).statusCode).toBe(200)
    expect(await me(token)).toBe(401)
  })

  it.each([
    ['no name', { name: ' ' }],
    ['a long name', { name: 'n'.repeat(101) }],
    ['another scope', { scope: 'admin' }],
    ['no expiry', { expires_in_days: undefined }],
    ['an expiry in the past', { expires_in_days: 0 }],
    ['an expiry in several years', { expires_in_days: 367 }],
    ['an owner', { user_id: 1 }],
  ])('rejects %s', async (_, more) => {
    expect((await owner.post(URL, draft(more))).statusCode).toBe(400)
    expect((await listed()).count).toBe(0)
  })

  it('allows at most twenty for each user', async () => {
    for (let n = 0; n < 20; n++) await create()
    const answer = await owner.post(URL, draft())
    expect([answer.statusCode, answer.json().errors[0].extra.bound]).toEqual([400, 'api-tokens'])
    await owner.delete(`${URL}/${(await listed()).result[0].id}`)
    await create()
  })

  it('rejects anonymous callers, and calls without the CSRF token', async () => {
    expect((await fixture.nobody.post(URL, draft())).statusCode).toBe(401)
    const bare = await owner.post(URL, draft(), { headers: { 'x-csrftoken': '' } })
    expect(failed(bare)).toEqual([400, 'csrf-missing'])
  })

  it.each(['facet_', `facet_${'A'.repeat(43)}`, 'facet_%00', `facet_${'A'.repeat(5000)}`])(
    'a token that does not exist returns 401: %s',
    async (token) => {
      expect(failed(await fixture.nobody.get('/api/v1/chart/', bearer(token)))).toEqual([401, 'token-revoked'])
    },
  )

  it.each(['read', 'write'])('the scope %s changes no account, access or token', async (scope) => {
    const admin = await fixture.signedIn(await fixture.user(`admin${count}`, ['Admin']))
    const { token, id } = await create({ scope }, admin)
    const user = `/api/v1/security/users/${owner.user?.userId}`
    const calls: readonly (readonly ['POST' | 'PUT' | 'DELETE', string, object?])[] = [
      ['POST', URL, draft()],
      ['DELETE', `${URL}/${id}`],
      ['PUT', '/api/v1/me/password', { current_password: PASSWORD, new_password: 'another password' }],
      ['POST', '/api/v1/me/sign_out_everywhere'],
      ['DELETE', '/api/v1/me/sessions'],
      ['PUT', user, { password: 'another password' }],
      ['PUT', `${user}/`, { password: 'another password' }],
      ['POST', `${user}/sign_in_link`],
      ['DELETE', user],
      ['POST', '/api/v1/security/users/', { username: 'x', first_name: 'x', last_name: 'x', roles: [1] }],
      ['POST', '/api/v1/security/roles/', { name: 'x' }],
      ['POST', '/api/v1/security/groups/', { name: 'x' }],
    ]
    for (const [method, url, payload] of calls) {
      const answer = await fixture.app.inject({ method, url, ...bearer(token), ...(payload ? { payload } : {}) })
      expect([url, ...failed(answer)]).toEqual([url, 403, 'token-account'])
    }
    expect(await me(token)).toBe(200)
    expect((await fixture.context.store.apiTokens.ofUser(admin.user?.userId ?? 0)).map((each) => each.id)).toEqual([id])
  })
})

describe('a token that may only read', () => {
  /** POST operations that only query. */
  const QUERIES = [
    'POST /api/v1/chart/data',
    'POST /api/v1/chart/data/batch',
    'POST /superset/explore_json',
    'POST /superset/explore_json/{type}/{id}',
    'POST /datasource/samples',
    'POST /api/v1/query',
  ]

  /** GET operations that write: favorites, links that open drafts to their reader, and the filling of the cache. */
  const WRITING = /favstar|dashboard\/permalink\/\{|dashboard\/p\/|warm_up_cache/

  it('writes by no operation of the document', async () => {
    const admin = await fixture.signedIn(await fixture.user('reading', ['Admin']))
    const { token } = await create({ scope: 'read' }, admin)
    const { store } = fixture.context
    const chart = await fixture.chart()
    await fixture.dashboard({ charts: [chart.id] })
    await me(token)
    const { versions } = store
    const paths = (await admin.get('/api/v1/_openapi')).json()
    const found: unknown[] = []
    const operations = operationsOf(paths)
    // With a PostgreSQL store, a server claims a database file when it first opens it.
    const written = storedTypes.filter((each) => each !== 'home_files')
    expect(operations.length).toBeGreaterThan(300)
    for (const { method, path } of operations) {
      const name = `${method} ${path.replace(/\/$/, '')}`
      await versions.look()
      const since = versions.now()
      const url = path
        .replaceAll('{act}', 'select')
        .replaceAll('{class}', 'slice')
        .replaceAll(/\{\w+\}/g, String(chart.id))
      const body = method === 'GET' || method === 'DELETE' ? {} : { payload: {} }
      const answer = await fixture.app.inject({ method, url, ...bearer(token), ...body })
      await versions.look()
      const isRejected = ['token-read-only', 'token-account'].includes(String(answer.headers['x-facet-error']))
      const mayCall = method === 'GET' ? !WRITING.test(path) : QUERIES.includes(name)
      if (isRejected === mayCall) found.push([name, answer.statusCode, answer.headers['x-facet-error']])
      if (!versions.unchanged(since, written)) found.push([name, 'writes'])
    }
    expect(found).toEqual([])
    expect(await store.favorites.ids(admin.user?.userId ?? 0, 'chart')).toEqual([])
  })

  it('queries charts, and lists the objects that its owner sees', async () => {
    const { token } = await create({ scope: 'read' })
    await writeDuckDB(join(fixture.home, 'databases'), 'local.duckdb', ['CREATE TABLE numbers AS SELECT 1 AS n'])
    const columns = [{ column_name: 'n', type: 'INTEGER' }]
    const dataset = await fixture.dataset({ table_name: 'numbers', columns, metrics: [] })
    const query = { datasource: { id: dataset.id, type: 'table' }, queries: [{ columns: ['n'], metrics: [] }] }
    const answer = await fixture.nobody.post('/api/v1/chart/data', query, bearer(token))
    expect([answer.statusCode, answer.json().result?.[0].data]).toEqual([200, [{ n: 1 }]])
    expect((await fixture.nobody.get('/api/v1/dataset/', bearer(token))).json().ids).toContain(dataset.id)
  })
})
