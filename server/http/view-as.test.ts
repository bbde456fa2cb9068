import { join } from 'node:path'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bootstrap } from '#core/session/bootstrap.ts'
import { closeSession } from '#server/security/sessions.ts'
import { purgeSessions, VIEW_AS_TTL_MS } from '#server/security/view-as.ts'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { allRoutes, fillPath } from '#testing/product-routes.ts'
import { type BrowserSession, openBrowserSession } from '#testing/view-as.ts'

const VIEW_AS = '/api/v1/security/view_as/'
const ME = '/api/v1/me/'

let fixture: TestApp
let folder: string
const ids: Record<'admin' | 'other' | 'gamma' | 'gammaRole', number> = { admin: 0, other: 0, gamma: 0, gammaRole: 0 }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-view-as-'))
  fixture = await makeTestApp({ location: { file: join(folder, 'facet.db') } })
  mkdirSync(join(fixture.home, 'client'), { recursive: true })
  writeFileSync(join(fixture.home, 'client/index.html'), '<script>__FACET_BOOTSTRAP__</script>')
  ids.admin = (await fixture.user('ada', ['Admin'])).id
  ids.other = (await fixture.user('otto', ['Admin'])).id
  ids.gamma = (await fixture.user('gina', ['Gamma'])).id
  ids.gammaRole = (await fixture.context.store.roles.byName('Gamma'))?.id ?? 0
})
afterAll(async () => {
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
})

const errorOf = (answer: { statusCode: number; headers: object }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['x-facet-error'],
]
const whoIs = async (session: BrowserSession) => (await session.call('GET', ME)).json().result?.username
const bootstrap = async (session: BrowserSession, page = '/'): Promise<Bootstrap> =>
  JSON.parse((await session.call('GET', page)).body.replaceAll(/<\/?script>/g, ''))
const signIn = (id: number) => openBrowserSession(fixture, id)
async function viewing(subject: Parameters<BrowserSession['viewAs']>[0]) {
  const session = await signIn(ids.admin)
  expect((await session.viewAs(subject)).statusCode).toBe(201)
  return session
}
const events = async (action?: 'view_as_start' | 'view_as_end') =>
  (await fixture.context.store.events.page({ page: 0, pageSize: 20, action })).rows

describe('a view of an administrator', () => {
  it('handles every request of the session as the user until it is stopped', async () => {
    const session = await signIn(ids.admin)
    expect(await whoIs(session)).toBe('ada')
    const started = await session.viewAs({ user_id: ids.gamma, reason: 'Ticket 12' })
    expect([started.statusCode, started.json().result]).toEqual([
      201,
      { type: 'user', id: ids.gamma, name: 'gina Test', until: '2024-05-01T12:30:00.000000' },
    ])
    expect(await whoIs(session)).toBe('gina')
    expect((await session.call('GET', '/api/v1/security/users/')).statusCode).toBe(403)
    expect((await session.stop()).statusCode).toBe(200)
    expect(await whoIs(session)).toBe('ada')
    expect((await session.call('GET', '/api/v1/security/users/')).statusCode).toBe(200)
    expect((await session.stop()).statusCode).toBe(200)
  })

  it('logs its reason, its end, and both identities on every action between them', async () => {
    const { id } = await fixture.dashboard()
    const session = await viewing({ user_id: ids.gamma, reason: 'Ticket 12' })
    expect((await session.call('GET', `/api/v1/dashboard/${id}`)).statusCode).toBe(200)
    await session.stop()
    const [end, view, start] = await events()
    const about = { actor: ids.admin, entity_type: 'user', entity_id: ids.gamma, view_as_user_id: null }
    expect(end).toMatchObject({ ...about, action: 'view_as_end', after: '{"reason":"stopped"}', address: '127.0.0.1' })
    const after = JSON.stringify({ until: fixture.now + VIEW_AS_TTL_MS, reason: 'Ticket 12' })
    expect(start).toMatchObject({ ...about, action: 'view_as_start', after })
    const viewed = { action: 'view', actor: ids.admin, view_as_user_id: ids.gamma, view_as_role_id: null }
    expect(view).toMatchObject({ ...viewed, entity_type: 'dashboard', entity_id: id })
    const line = (await session.call('GET', `/api/v1/log/${view?.id}`)).json().result
    expect(line).toMatchObject({ user: { username: 'ada' }, view_as: { type: 'user', id: ids.gamma, name: 'gina' } })
    expect((await session.call('GET', '/api/v1/log/export/')).body).toContain(',127.0.0.1,user gina')
  })

  it('leaves the recent activity of both users unchanged', async () => {
    const { id } = await fixture.dashboard({ dashboard_title: 'Seen by the administrator' })
    const session = await viewing({ user_id: ids.gamma })
    expect((await session.call('GET', `/api/v1/dashboard/${id}`)).statusCode).toBe(200)
    const recent = async (by: BrowserSession) => (await by.call('GET', '/api/v1/log/recent_activity/')).body
    for (const by of [session, await signIn(ids.admin), await signIn(ids.gamma)])
      expect(await recent(by)).not.toContain('Seen by')
  })

  it('a view as a role has exactly the permissions of the role, and no account', async () => {
    const session = await viewing({ role_id: ids.gammaRole })
    const { user } = await bootstrap(session)
    const gamma = (await bootstrap(await signIn(ids.gamma))).user
    expect([user.roles, user.roleIds, user.permissions]).toEqual([gamma.roles, gamma.roleIds, gamma.permissions])
    expect(user).toMatchObject({ userId: null, username: '', isAnonymous: true })
    const administrator = { id: ids.admin, username: 'ada' }
    const until = fixture.now + VIEW_AS_TTL_MS
    expect(user.viewAs).toEqual({ type: 'role', id: ids.gammaRole, name: 'Gamma', administrator, until })
    for (const path of ['/api/v1/log/recent_activity/', ME, `${ME}roles`])
      expect((await session.call('GET', path)).statusCode).toBe(403)
    expect((await session.call('GET', '/api/v1/security/users/')).statusCode).toBe(403)
    expect((await session.call('GET', '/api/v1/dashboard/')).statusCode).toBe(200)
  })

  it('applies in all tabs of one session, and in no other', async () => {
    const session = await viewing({ user_id: ids.gamma })
    expect(await whoIs(await signIn(ids.admin))).toBe('ada')
    expect(await whoIs(await signIn(ids.gamma))).toBe('gina')
    expect((await bootstrap(session, '/dashboard/list')).user.viewAs).toMatchObject({ type: 'user', id: ids.gamma })
  })

  it('hides the account, sessions, tokens and second factor of the user', async () => {
    const session = await viewing({ user_id: ids.other })
    for (const path of ['sessions', 'tokens', 'second_factor', 'password'])
      expect(errorOf(await session.call('GET', `${ME}${path}`))).toEqual([403, 'view-as-account'])
    const tokens = `/api/v1/security/users/${ids.gamma}/tokens`
    expect(errorOf(await session.call('GET', tokens))).toEqual([403, 'view-as-account'])
    expect(errorOf(await session.call('GET', '/login/code'))).toEqual([403, 'view-as-account'])
  })
})

describe('the end of a view', () => {
  it.each([
    ['after it has expired', async () => void (fixture.now += VIEW_AS_TTL_MS), 'expired', 'ada'],
    [
      'when the user is deactivated',
      () => fixture.context.store.users.update(ids.gamma, { active: false }, null),
      'not available',
      'ada',
    ],
    [
      'when the administrator loses the role',
      async () => void (await fixture.context.store.users.update(ids.admin, { roles: [ids.gammaRole] }, null)),
      'rights changed',
      'ada',
    ],
  ])('%s', async (_name, change, reason, username) => {
    const session = await viewing({ user_id: ids.gamma })
    expect(await whoIs(session)).toBe('gina')
    await change()
    expect(await whoIs(session)).toBe(username)
    expect(await whoIs(session)).toBe(username)
    const ends = await events('view_as_end')
    expect(ends[0]).toMatchObject({ actor: ids.admin, after: JSON.stringify({ reason }) })
    expect(ends[1]?.id ?? 0).toBeLessThan((await events('view_as_start'))[0]?.id ?? 0)
    const admin = (await fixture.context.store.roles.byName('Admin'))?.id ?? 0
    await fixture.context.store.users.update(ids.admin, { roles: [admin] }, null)
    await fixture.context.store.users.update(ids.gamma, { active: true }, null)
    expect(await whoIs(session)).toBe('ada')
  })

  it('sign-out ends the view with the session, which the log records', async () => {
    const session = await viewing({ role_id: ids.gammaRole })
    const answer = await session.call('GET', '/logout/')
    // Without a page of this host, the server asks.
    expect([answer.statusCode, answer.body.includes('Sign out of Facet?')]).toEqual([200, true])
    expect((await session.call('POST', '/logout/')).statusCode).toBe(302)
    expect((await session.call('GET', ME)).statusCode).toBe(401)
    expect((await events('view_as_end'))[0]).toMatchObject({ after: '{"reason":"signed out"}', entity_type: 'role' })
  })

  it('the deactivation of the administrator ends the view with the session', async () => {
    const { id } = await fixture.user('adam', ['Admin'])
    const session = await signIn(id)
    await session.viewAs({ user_id: ids.gamma })
    const admin = await signIn(ids.admin)
    expect((await admin.call('PUT', `/api/v1/security/users/${id}`, { active: false })).statusCode).toBe(200)
    expect((await session.call('GET', ME)).statusCode).toBe(401)
    const [end] = await events('view_as_end')
    expect(end).toMatchObject({ actor: ids.admin, entity_id: ids.gamma, after: '{"reason":"signed out"}' })
  })

  it('the end of a session by expiry or a new sign-in ends the view, which the log records once', async () => {
    const { store } = fixture.context
    const user = await fixture.user('admin of two sessions', ['Admin'])
    const own = async () => (await events('view_as_end')).filter(({ actor }) => actor === user.id)
    const first = await signIn(user.id)
    await first.viewAs({ role_id: ids.gammaRole })
    await closeSession(store, first.cookie)
    await closeSession(store, first.cookie)
    expect((await own()).map(({ after }) => after)).toEqual(['{"reason":"signed out"}'])
    const second = await signIn(user.id)
    await second.viewAs({ user_id: ids.gamma })
    const [session] = await store.sessions.ofUser(user.id, 1)
    await store.sessions.touch(session?.id ?? '', fixture.now - 1)
    await purgeSessions(store)
    await purgeSessions(store)
    const ends = await own()
    expect(ends).toHaveLength(2)
    const about = { entity_type: 'user', entity_id: ids.gamma, after: '{"reason":"expired"}' }
    expect(ends[0]).toMatchObject(about)
  })

  it.each(['by an administrator', 'by its owner', 'with a new password'])(
    'a session that ends %s ends the view, which the log records once',
    async (way) => {
      const user = await fixture.user(`anna ${way}`, ['Admin'])
      const session = await signIn(user.id)
      await session.viewAs({ role_id: ids.gammaRole })
      const before = (await events('view_as_end')).length
      const actor = way === 'by its owner' ? user.id : ids.admin
      const other = await signIn(actor)
      const url = `/api/v1/security/users/${user.id}`
      const ended =
        way === 'with a new password'
          ? await other.call('PUT', url, { password: 'a new long password' })
          : await other.call('DELETE', way === 'by its owner' ? `${ME}sessions` : `${url}/sessions`)
      expect(ended.statusCode).toBe(200)
      expect((await session.call('GET', ME)).statusCode).toBe(401)
      const ends = await events('view_as_end')
      expect(ends).toHaveLength(before + 1)
      const about = { entity_type: 'role', entity_id: ids.gammaRole, after: '{"reason":"signed out"}' }
      expect(ends[0]).toMatchObject({ actor, ...about })
    },
  )
})

describe('CSRF tokens', () => {
  it('a token of a page opened before a view writes only after it, and a token of the view never', async () => {
    const session = await signIn(ids.admin)
    const tokenOf = async () => (await session.call('GET', '/api/v1/security/csrf_token/')).json().result as string
    const put = (token: string) =>
      fixture.app.inject({
        method: 'POST',
        url: '/api/v1/tag/',
        payload: { name: `by ${token.slice(-9)}` },
        headers: { cookie: `session=${session.cookie}`, 'x-csrftoken': token },
      })
    const before = await tokenOf()
    await session.viewAs({ user_id: ids.gamma })
    const during = await tokenOf()
    expect(errorOf(await put(during))).toEqual([403, 'view-as-read-only'])
    await session.stop()
    expect(errorOf(await put(during))).toEqual([400, 'csrf-wrong'])
    expect((await put(before)).statusCode).toBe(201)
    fixture.now += 1
    await session.viewAs({ user_id: ids.gamma })
    const headers = { cookie: `session=${session.cookie}`, 'x-csrftoken': before }
    expect(errorOf(await fixture.app.inject({ method: 'DELETE', url: VIEW_AS, headers }))).toEqual([400, 'csrf-wrong'])
  })

  it('requires them to start and to stop', async () => {
    const session = await viewing({ user_id: ids.gamma })
    const headers = { cookie: `session=${session.cookie}` }
    const stop = await fixture.app.inject({ method: 'DELETE', url: VIEW_AS, headers })
    expect(errorOf(stop)).toEqual([400, 'csrf-missing'])
    expect(await whoIs(session)).toBe('gina')
  })
})

describe('starting a view', () => {
  it('other users and an administrator who already views cannot start a view', async () => {
    const alpha = await signIn((await fixture.user('alf', ['Alpha'])).id)
    expect(errorOf(await alpha.viewAs({ user_id: ids.gamma }))).toEqual([403, 'forbidden'])
    const session = await viewing({ user_id: ids.other })
    expect(errorOf(await session.viewAs({ user_id: ids.gamma }))).toEqual([403, 'view-as-read-only'])
    expect(await whoIs(session)).toBe('otto')
  })

  it('a user who may write users but is no administrator cannot start a view', async () => {
    const { store } = fixture.context
    const role = await store.roles.create({ name: 'Personnel' }, null)
    await store.roles.setPairs(role.id, [['can_write', 'User']])
    const session = await signIn((await fixture.user('pia', ['Gamma', 'Personnel'])).id)
    expect(errorOf(await session.viewAs({ user_id: ids.gamma }))).toEqual([403, 'forbidden'])
  })

  it('a bearer token cannot start a view', async () => {
    const credentials = { username: 'ada', password: 'a password of the tests', provider: 'db', refresh: false }
    const token = (await fixture.nobody.post('/api/v1/security/login', credentials)).json().access_token
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fixture.nobody.post(VIEW_AS, { user_id: ids.gamma }, { headers })
    expect(errorOf(answer)).toEqual([403, 'token-account'])
  })

  it.each([
    [{}, 400],
    [{ user_id: 1, role_id: 1 }, 400],
    [{ user_id: 999_999 }, 422],
    [{ role_id: 999_999 }, 422],
    [{ user_id: 1, reason: 'x'.repeat(501) }, 400],
  ])('a request with %j starts no view', async (body, status) => {
    expect((await (await signIn(ids.admin)).viewAs(body as never)).statusCode).toBe(status)
  })

  it('an administrator cannot view as their own or a deactivated user', async () => {
    const left = await fixture.user('left', ['Gamma'])
    await fixture.context.store.users.update(left.id, { active: false }, null)
    for (const user_id of [ids.admin, left.id])
      expect(errorOf(await (await signIn(ids.admin)).viewAs({ user_id }))).toEqual([422, 'fields-refused'])
  })
})

/** Calls by other methods than GET that only read. */
const READS = [
  'POST /api/v1/chart/data',
  'POST /api/v1/chart/data/batch',
  'POST /api/v1/query',
  'POST /datasource/samples',
  'POST /superset/explore_json',
  'POST /superset/explore_json/:type/:id',
  'DELETE /api/v1/security/view_as',
]

/** Tables with logs and limits, which reading calls write too. */
const LOGS = ['events', 'query_log', 'limit_counts', 'sqlite_sequence']

function stored(): Record<string, unknown> {
  const database = new DatabaseSync(join(folder, 'facet.db'), { readOnly: true })
  const names = database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[]
  const tables = names.map(({ name }) => name).filter((name) => !LOGS.includes(name))
  const rows = tables.map((name) => [name, database.prepare(`select * from "${name}"`).all()])
  database.close()
  return Object.fromEntries(rows)
}

it.each(['user', 'role'] as const)(
  'the view as a %s rejects every mounted route that changes state, and nothing changes',
  async (type) => {
    const { store } = fixture.context
    const admin = (await store.roles.byName('Admin'))?.id ?? 0
    const session = await viewing(type === 'user' ? { user_id: ids.other } : { role_id: admin })
    const dataset = await fixture.dataset()
    const chart = (await fixture.chart({ datasource_id: dataset.id })).id
    const dashboard = (await fixture.dashboard({ published: false, owners: [ids.other] })).id
    const layer = (await store.annotationLayers.create({ name: `layer of ${type}`, descr: null }, null)).id
    const cities = { table: { dataset: dataset.id, chart }, database: dataset.database_id, schema: 'main' } as never
    const wrong: unknown[] = []
    await session.call('GET', ME)
    const before = stored()
    const routes = allRoutes().filter((each) => !each.startsWith('DELETE /api/v1/security/view_as'))
    // `npm test` calls every second route as a user, and the others as a role.
    for (const route of sampleCases(routes, 2, type === 'user' ? 0 : 1)) {
      if (/logout/.test(route)) continue
      const [method = ''] = route.split(' ')
      const url = fillPath(route, { cities, dashboard, layer, annotation: 1, rule: 1 })
      const answer = await session.call(method as 'GET', url, method === 'GET' ? undefined : {})
      const isRejected = answer.headers['x-facet-error'] === 'view-as-read-only'
      if (method !== 'GET' && isRejected === READS.includes(route)) wrong.push([route, answer.statusCode])
    }
    expect(wrong).toEqual([])
    expect(stored()).toEqual(before)
    await session.stop()
  },
  240_000,
)
