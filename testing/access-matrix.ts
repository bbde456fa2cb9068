import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { createApiToken } from '#server/security/api-tokens.ts'
import { signGuestToken } from '#server/security/guest-token.ts'
import { type AppOptions, type Client, makeTestApp, type TestApp } from './app.ts'
import { mountedRoutes } from './product-routes.ts'
import { openBrowserSession } from './view-as.ts'

/** The callers of every route. The owner and the editor may read the secret entities by these rights only. */
export const CALLERS = [
  'anonymous',
  'Public',
  'Gamma',
  'Alpha',
  'owner',
  'editor',
  'other',
  'Admin',
  'read token',
  'write token',
  'role token',
  'guest',
  'viewing',
] as const
export type CallerName = (typeof CALLERS)[number]

/** The callers from whom the secret entities are hidden. */
export const HIDDEN_FROM: readonly CallerName[] = ['anonymous', 'Public', 'Gamma', 'other', 'role token', 'guest']

/** A word in the names of entities that only their owner, the editor, Alpha and administrators may read. */
export const SECRET = 'merger'

/** Every mounted route, deletions last. */
export const accessRoutes: readonly string[] = [...mountedRoutes.keys()].toSorted(
  (a, b) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')) || (a < b ? -1 : 1),
)

/** True for calls that end the sessions of their caller, or delete what later callers need. */
const isFinal = (route: string) => route.startsWith('DELETE') || /logout|sign_out|sign_in_link/.test(route)

/** A server with secret entities, and clients of every caller. */
export class AccessMatrix {
  readonly fixture: TestApp
  #ids: Readonly<Record<string, number>> = {}
  #made = 0
  #guest = ''
  readonly #tokens = new Map<string, string>()
  readonly #clients = new Map<CallerName, Promise<Client>>()

  private constructor(fixture: TestApp) {
    this.fixture = fixture
  }

  /** Starts a server with the secret entities. */
  static async open(options: AppOptions = {}): Promise<AccessMatrix> {
    const matrix = await AccessMatrix.#start(options)
    await matrix.#makeCallers()
    await matrix.#makeEntities()
    return matrix
  }

  /** Starts a server without the secret entities of another one. Its routes are called with the ids of those. */
  static async openWithoutSecrets(other: AccessMatrix): Promise<AccessMatrix> {
    const matrix = await AccessMatrix.#start({})
    await matrix.#makeCallers()
    await matrix.#makeShared()
    matrix.#ids = other.#ids
    return matrix
  }

  /** Starts a server on a copy of the store of another one; its entities are the same. */
  static async reopen(options: AppOptions, other: AccessMatrix): Promise<AccessMatrix> {
    const matrix = await AccessMatrix.#start({ firstUuid: 1_000_000, ...options })
    matrix.#ids = other.#ids
    matrix.#made = other.#made
    await matrix.#makeTokens()
    return matrix
  }

  static async #start(options: AppOptions): Promise<AccessMatrix> {
    const environment = { FACET_FEATURE_EMBEDDED_SUPERSET: '1', ...options.environment }
    return new AccessMatrix(await makeTestApp({ ...options, environment }))
  }

  close(): Promise<void> {
    return this.fixture.close()
  }

  /** Calls a route with an empty body as a caller. */
  async call(route: string, name: CallerName): Promise<LightMyRequestResponse> {
    const [method = '', path = ''] = route.split(' ')
    const client = isFinal(route) ? await this.#client(name) : await this.#remembered(name)
    const url = this.#urlOf(path)
    const response =
      method === 'GET'
        ? await client.get(url)
        : method === 'DELETE'
          ? await client.delete(url)
          : method === 'PUT'
            ? await client.put(url, {})
            : await client.post(url, {})
    if (method === 'DELETE' && response.statusCode < 300) await this.#makeEntities()
    if (isFinal(route)) this.#clients.delete(name)
    return response
  }

  /** Calls a route with the session of an administrator and an empty body, without a CSRF token. */
  async callWithoutToken(route: string): Promise<LightMyRequestResponse> {
    const [method = '', path = ''] = route.split(' ')
    const client = await this.#remembered('Admin')
    const options = { headers: { 'x-csrftoken': '' } }
    const url = this.#urlOf(path)
    if (method === 'DELETE') return client.delete(url, options)
    return method === 'PUT' ? client.put(url, {}, options) : client.post(url, {}, options)
  }

  #remembered(name: CallerName): Promise<Client> {
    const client = this.#clients.get(name) ?? this.#client(name)
    this.#clients.set(name, client)
    return client
  }

  async #client(name: CallerName): Promise<Client> {
    switch (name) {
      case 'anonymous':
        return this.fixture.nobody
      case 'read token':
      case 'write token':
      case 'role token':
        return this.#withHeaders({ authorization: `Bearer ${this.#tokens.get(name)}` })
      case 'guest':
        return this.#withHeaders({ 'x-guesttoken': this.#guest })
      case 'viewing':
        return this.#viewing()
      default:
        return this.fixture.signedIn(await this.#userOf(name))
    }
  }

  #userOf(name: 'Public' | 'Gamma' | 'Alpha' | 'owner' | 'editor' | 'other' | 'Admin') {
    const roles = { owner: ['Gamma'], editor: ['Gamma'], other: ['Gamma', 'sql_lab'] }[name as string] ?? [name]
    return this.fixture.user(`route ${name.toLowerCase()}`, roles)
  }

  #withHeaders(headers: Readonly<Record<string, string>>): Client {
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, options: InjectOptions = {}) =>
      this.fixture.app.inject({ method, url, ...options, headers })
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
  async #viewing(): Promise<Client> {
    const administrator = await this.fixture.user('route viewer', ['Admin'])
    const viewed = await this.fixture.user('viewed', ['Admin'])
    const { call, viewAs } = await openBrowserSession(this.fixture, administrator.id)
    await viewAs({ user_id: viewed.id })
    return {
      user: undefined,
      get: (url) => call('GET', url),
      post: (url, payload) => call('POST', url, payload),
      put: (url, payload) => call('PUT', url, payload),
      delete: (url) => call('DELETE', url),
    }
  }

  /** Creates the users of all callers, what every caller sees, and the embedded dashboard of the guest. */
  async #makeCallers(): Promise<void> {
    for (const name of ['owner', 'editor', 'Public', 'Gamma', 'Alpha', 'other', 'Admin'] as const)
      await this.#userOf(name)
    await this.fixture.user('route viewer', ['Admin'])
    await this.fixture.user('viewed', ['Admin'])
    await this.fixture.database()
    await this.#makeTokens()
  }

  /** Embeds a dashboard of its own for the guest token. */
  async #makeTokens(): Promise<void> {
    const { context, now } = this.fixture
    const admin = await this.fixture.user('token owner', ['Admin', 'Gamma'])
    const gamma = (await context.store.roles.byName('Gamma'))?.id ?? null
    for (const [name, scope, roleId] of [
      ['read', 'read', null],
      ['write', 'write', null],
      ['role', 'write', gamma],
    ] as const) {
      const draft = { name, scope, roleId, days: 1 }
      this.#tokens.set(`${name} token`, (await createApiToken(context.store, admin.id, draft, now)).text)
    }
    const known = await context.store.dashboards.find({ col: 'dashboard_title', op: 'eq', value: 'embedded' })
    const { id } = known ?? (await this.fixture.dashboard({ dashboard_title: 'embedded' }))
    const embedded = await context.store.embeddedDashboards.set(id, [], null)
    const claims = { resources: [{ type: 'dashboard' as const, id: embedded.uuid }], rls: [], creator: admin.id }
    this.#guest = await signGuestToken(context.config.secretKey, claims, { now, seconds: 300 })
  }

  async #makeEntities(): Promise<void> {
    const shared = await this.#makeShared()
    this.#ids = { ...shared, ...(await this.#makeSecrets()) }
  }

  /** Creates what every user sees. */
  async #makeShared() {
    const tag = { name: `shared tag ${++this.#made}` }
    return {
      tag: (await this.fixture.context.store.tags.create(tag, null)).id,
      database: (await this.fixture.database()).id,
    }
  }

  async #makeSecrets(): Promise<Record<string, number>> {
    const { fixture } = this
    const { store } = fixture.context
    const n = this.#made
    const owners = [(await this.#userOf('owner')).id]
    const columns = [{ column_name: `${SECRET}_price`, type: 'INTEGER' }]
    const dataset = (await fixture.dataset({ table_name: `${SECRET}_plans_${n}`, columns, metrics: [], owners })).id
    const folder = (await store.folders.create({ name: `${SECRET} folder ${n}`, owners }, null)).id
    const draft = { slice_name: `${SECRET} chart`, datasource_id: dataset, owners, folder_id: folder }
    const chart = (await fixture.chart(draft)).id
    const board = { dashboard_title: `${SECRET} board`, published: false, charts: [chart], owners }
    const dashboard = (await fixture.dashboard(board)).id
    const rule = { name: `${SECRET} rule ${n}`, filter_type: 'Regular', clause: '1 = 1', tables: [dataset], roles: [] }
    const names = { first_name: 'Secret', last_name: SECRET }
    const secret = (await store.users.create({ username: `${SECRET} user ${n}`, ...names, roles: [] }, null)).id
    const editor = { user_id: (await this.#userOf('editor')).id, level: 'edit' } as const
    for (const object of [{ dashboard_id: dashboard }, { dataset_id: dataset }, { folder_id: folder }])
      await store.grants.create({ ...object, ...editor }, null)
    return {
      chart,
      dashboard,
      dataset,
      folder,
      annotation_layer: (await store.annotationLayers.create({ name: `${SECRET} layer ${n}`, descr: null }, null)).id,
      rowlevelsecurity: (await store.rowRules.create({ ...rule, filter_type: 'Regular' }, null)).id,
      css_template: (await store.cssTemplates.create({ template_name: `${SECRET} css`, css: '' }, null)).id,
      dashboard_grant: (await store.dashboardGrants.create({ dashboard_id: dashboard, dataset_id: dataset }, null)).id,
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

  /** Fills in the ids of the entities by the segment before them; other parameters name nothing. */
  #urlOf(path: string): string {
    const parts = path.split('/')
    const filled = parts.map((part, at) => {
      if (!part.startsWith(':')) return part
      const before = parts[at - 1] ?? ''
      const by: Readonly<Record<string, string>> = {
        ':type': 'table',
        ':class': 'slice',
        ':act': 'count',
        ':idOrSlug': String(this.#ids['dashboard']),
        ':layer': String(this.#ids['annotation_layer']),
        ':other': String(this.#ids['roles']),
      }
      if (part !== ':id') return by[part] ?? 'nothing'
      const named: Readonly<Record<string, string>> = { slice_json: 'chart', ':type': 'dataset', ':class': 'chart' }
      return String(this.#ids[named[before] ?? before] ?? 'nothing')
    })
    return filled.join('/')
  }
}
