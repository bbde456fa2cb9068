import { readFileSync, writeFileSync } from 'node:fs'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkRoutes } from '#server/http/link-page.ts'
import { localeRoute } from '#server/http/locale.ts'
import { secondFactorRoutes } from '#server/http/second-factor-page.ts'
import { providerRoutes } from '#server/http/provider-page.ts'
import { samlRoutes } from '#server/http/saml-page.ts'
import { logoutRoutes } from '#server/http/logout-page.ts'
import { signGuestToken } from '#server/security/guest-token.ts'
import { createApiToken } from '#server/security/api-tokens.ts'
import { openBrowserSession } from '#testing/view-as.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { allRoutes } from '#testing/product-routes.ts'

/**
 * Every mounted route and its status for each caller; a route without a row fails. `UPDATE_ACCESS=1` writes the table
 * anew: review each changed cell, because it says who may call what.
 */
const TABLE = new URL('route-access.tsv', import.meta.url).pathname

const CALLERS = [
  'anonymous',
  'Public',
  'Gamma',
  'Alpha',
  'owner',
  'other',
  'Admin',
  'read token',
  'write token',
  'role token',
  'guest',
  'viewing',
] as const
type CallerName = (typeof CALLERS)[number]

/** Names of entities that only their owner, Alpha and administrators may read. */
const SECRET = 'merger'

let fixture: TestApp
let callers: Readonly<Record<Exclude<CallerName, 'owner' | 'Admin'>, () => Promise<Client>>>
let ids: Readonly<Record<string, number>>
let tokens: Readonly<Record<'read' | 'write' | 'role' | 'guest', string>>

const bearer = (token: string): Client => withHeaders({ authorization: `Bearer ${token}` })

const withHeaders = (headers: Readonly<Record<string, string>>): Client => {
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, options: InjectOptions = {}) =>
    fixture.app.inject({ method, url, ...options, headers })
  const withBody = (payload: unknown) => (payload === undefined ? {} : { payload: payload as object })
  return {
    user: undefined,
    get: (url) => call('GET', url),
    post: (url, payload) => call('POST', url, withBody(payload)),
    put: (url, payload) => call('PUT', url, withBody(payload)),
    delete: (url) => call('DELETE', url),
  }
}

/** Returns an administrator who views the application as another administrator. */
async function viewing(): Promise<Client> {
  const [administrator, viewed] = [
    await fixture.user('route viewer', ['Admin']),
    await fixture.user('viewed', ['Admin']),
  ]
  const { call, viewAs } = await openBrowserSession(fixture, administrator.id)
  await viewAs({ user_id: viewed.id })
  return {
    user: undefined,
    get: (url) => call('GET', url),
    post: (url, payload) => call('POST', url, payload),
    put: (url, payload) => call('PUT', url, payload),
    delete: (url) => call('DELETE', url),
  }
}

const signedIn = (name: string, ...roles: readonly string[]) =>
  fixture.user(name, roles).then((user) => fixture.signedIn(user))

let made = 0
async function makeEntities(): Promise<Record<string, number>> {
  const n = ++made
  const { store } = fixture.context
  const owners = [(await fixture.user('route owner', ['Gamma'])).id]
  const database = (await fixture.database()).id
  const columns = [{ column_name: `${SECRET}_price`, type: 'INTEGER' }]
  const dataset = (await fixture.dataset({ table_name: `${SECRET}_plans_${n}`, columns, metrics: [], owners })).id
  const chart = (await fixture.chart({ slice_name: `${SECRET} chart`, datasource_id: dataset, owners })).id
  const draft = { dashboard_title: `${SECRET} board`, published: false, charts: [chart], owners }
  const dashboard = (await fixture.dashboard(draft)).id
  const rule = {
    name: `${SECRET} rule ${n}`,
    filter_type: 'Regular',
    clause: '1 = 1',
    tables: [dataset],
    roles: [],
  } as const
  const names = { first_name: 'Secret', last_name: SECRET }
  const layer = (await store.annotationLayers.create({ name: `${SECRET} layer ${n}`, descr: null }, null)).id
  const secret = (await store.users.create({ username: `${SECRET} user ${n}`, ...names, roles: [] }, null)).id
  return {
    chart,
    dashboard,
    dataset,
    database,
    annotation_layer: layer,
    rowlevelsecurity: (await store.rowRules.create(rule, null)).id,
    css_template: (await store.cssTemplates.create({ template_name: `${SECRET} css`, css: '' }, null)).id,
    dashboard_grant: (await store.dashboardGrants.create({ dashboard_id: dashboard, dataset_id: dataset }, null)).id,
    tag: (await store.tags.create({ name: `shared tag ${n}` }, null)).id,
    users: secret,
    roles: (await store.roles.create({ name: `${SECRET} role ${n}` }, null)).id,
    groups: (await store.groups.create({ name: `${SECRET} group ${n}` }, null)).id,
    grants: (await store.grants.create({ dashboard_id: dashboard, user_id: secret, level: 'see' }, null)).id,
    quotas: (await store.quotas.create({ user_id: secret, max_rows: 1 }, null)).id,
    requests: (
      await store.accessRequests.add({ user_id: secret, dashboard_id: dashboard, dataset_id: null, note: SECRET })
    ).id,
  }
}

/** Embeds another dashboard than those of the routes; returns the uuid for guest tokens. */
async function embedOther(): Promise<string> {
  const { id } = await fixture.dashboard({ dashboard_title: 'embedded' })
  return (await fixture.context.store.embeddedDashboards.set(id, [], null)).uuid
}

beforeAll(async () => {
  fixture = await makeTestApp({ environment: { FACET_FEATURE_EMBEDDED_SUPERSET: '1' } })
  ids = await makeEntities()
  const admin = await fixture.user('token owner', ['Admin', 'Gamma'])
  const gamma = (await fixture.context.store.roles.byName('Gamma'))?.id ?? null
  const make = async (scope: 'read' | 'write', roleId: number | null = null) => {
    const draft = { name: scope, scope, roleId, days: 1 }
    return (await createApiToken(fixture.context.store, admin.id, draft, fixture.now)).text
  }
  const resources = [{ type: 'dashboard' as const, id: await embedOther() }]
  const life = { now: fixture.now, seconds: 300 }
  const claims = { resources, rls: [], creator: admin.id }
  const guest = await signGuestToken(fixture.context.config.secretKey, claims, life)
  tokens = { read: await make('read'), write: await make('write'), role: await make('write', gamma), guest }
  callers = {
    anonymous: async () => fixture.nobody,
    Public: () => signedIn('route public', 'Public'),
    Gamma: () => signedIn('route gamma', 'Gamma'),
    Alpha: () => signedIn('route alpha', 'Alpha'),
    other: () => signedIn('route other', 'Gamma', 'sql_lab'),
    'read token': async () => bearer(tokens.read),
    'write token': async () => bearer(tokens.write),
    'role token': async () => bearer(tokens.role),
    guest: async () => withHeaders({ 'x-guesttoken': tokens.guest }),
    viewing,
  }
})
afterAll(() => fixture.close())

const clientOf = (name: CallerName): Promise<Client> => {
  if (name === 'owner') return signedIn('route owner', 'Gamma')
  if (name === 'Admin') return signedIn('route admin', 'Admin')
  return callers[name]()
}

/** Fills in the ids of the secret entities by the segment before them; other parameters name nothing. */
function urlOf(path: string): string {
  const parts = path.split('/')
  const filled = parts.map((part, at) => {
    if (!part.startsWith(':')) return part
    const before = parts[at - 1] ?? ''
    const by: Readonly<Record<string, string>> = {
      ':type': 'table',
      ':class': 'slice',
      ':act': 'count',
      ':idOrSlug': String(ids['dashboard']),
      ':layer': String(ids['annotation_layer']),
      ':other': String(ids['roles']),
    }
    if (part !== ':id') return by[part] ?? 'nothing'
    const named: Readonly<Record<string, string>> = { slice_json: 'chart', ':type': 'dataset', ':class': 'chart' }
    return String(ids[named[before] ?? before] ?? 'nothing')
  })
  return filled.join('/')
}

const routes = [
  ...new Set([
    ...allRoutes(),
    ...[...linkRoutes, ...providerRoutes, ...samlRoutes, ...secondFactorRoutes, ...logoutRoutes, localeRoute].map(
      ({ method, path }) => `${method} ${path}`,
    ),
  ]),
].toSorted((a, b) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')) || (a < b ? -1 : 1))

/** Calls that end the sessions of their caller, or delete what later callers need. */
const isFinal = (route: string) => route.startsWith('DELETE') || /logout|sign_out|sign_in_link/.test(route)

async function statusOf(route: string, name: CallerName): Promise<{ status: number; body: string }> {
  const [method = '', path = ''] = route.split(' ')
  const client = isFinal(route) ? await clientOf(name) : await (known.get(name) ?? remember(name))
  const url = urlOf(path)
  const answer =
    method === 'GET'
      ? await client.get(url)
      : method === 'DELETE'
        ? await client.delete(url)
        : method === 'PUT'
          ? await client.put(url, {})
          : await client.post(url, {})
  if (method === 'DELETE' && answer.statusCode < 300) ids = await makeEntities()
  return { status: answer.statusCode, body: answer.body }
}

const known = new Map<CallerName, Promise<Client>>()
function remember(name: CallerName): Promise<Client> {
  const client = clientOf(name)
  known.set(name, client)
  return client
}

it('answers each caller of each mounted route with the status of its row, and rejections reveal no name', {
  timeout: 240_000,
}, async () => {
  const rows: string[] = []
  const revealed: unknown[] = []
  for (const route of routes) {
    const cells: number[] = []
    for (const name of CALLERS) {
      const { status, body } = await statusOf(route, name)
      cells.push(status)
      const isHidden = !['Admin', 'viewing', 'Alpha', 'owner', 'read token', 'write token'].includes(name)
      if ((isHidden || status === 401 || status === 403) && body.includes(SECRET)) revealed.push([route, name, status])
      if (isFinal(route)) known.delete(name)
    }
    rows.push([route, ...cells].join('\t'))
  }
  const table = `${[['route', ...CALLERS].join('\t'), ...rows].join('\n')}\n`
  if (process.env['UPDATE_ACCESS'] === '1') writeFileSync(TABLE, table)
  expect(revealed).toEqual([])
  expect(table.split('\n')).toEqual(readFileSync(TABLE, 'utf8').split('\n'))
})
