import { PASSWORD } from '#testing/app.ts'
import { type EffectsByOperation, type EffectFixture, risonParam } from './effect.ts'
import { expectChange, expectThat } from './expect-that.ts'

const API = '/api/v1'
const ME = 'server/resources/me/me.test.ts'
const USERS = 'server/resources/security_user/users.test.ts'
const USER_FILE = 'server/resources/security_user/user-file.test.ts'
const CREATED_BY_FILE = 'creates users with their roles and groups, and a dry run lists them without creating them'
const GRANTS = 'server/resources/security_grant/grants.test.ts'
const ACCESS_REQUESTS = 'server/resources/security_grant/requests.test.ts'
const QUOTAS = 'server/resources/security_quota/quotas.test.ts'
const QUOTA_SET = 'sets, changes and removes them, with the name of their subject'
const QUOTA_SOURCE = 'names the source and the use of each value, to administrators and to the user'
const MANAGED = 'lets only administrators and owners manage grants, and shows none to others'
const REQUESTED = 'shows the request to the owner, who grants or dismisses it'
const TOKENS = 'server/resources/me/tokens.test.ts'
const REVOKED = 'accepts revocation by its owner or an administrator only'
const USER_SESSIONS = 'server/resources/security_user/sessions.test.ts'
const SESSIONS_LISTED = 'lists them to administrators only, without their secrets'
const SESSION_ENDED = 'end one by one, at the next request'
const SESSIONS_ENDED = 'end all at once; tokens stay'
const COMPARISON = 'server/resources/security_role/comparison.test.ts'
const COMPARED = 'lists the differences of two roles by type'
const VIEW_AS = 'server/http/view-as.test.ts'
const VIEWED = 'handles every request of the session as the user until it is stopped'
const FACTOR = 'server/resources/me/second-factor.test.ts'
const FACTOR_SET = 'requires the password and a code to set it up, and shows key and QR code once'
const FACTOR_CODES = 'recovery codes count once each, and are replaced by new ones'
const FACTOR_RESET = 'lets its user remove it with the password and a code, and administrators without'
const ROLES = 'server/resources/security_role/roles.test.ts'
const UNDO = 'server/resources/security_role/undo.test.ts'
const ROLE_UNDONE = 'lists it with its author and undoes it by a change of the caller'
const RULE_UNDONE = 'restores the clause and the roles'
const FORMATS = 'stores them, applies them in other browsers, and adds them to the history of the user'
const RESET = 'ends everything opened with the old password; its link signs in once, to set a new one'
const BY_ID = 'accepts ids of permissions and of users too, as clients of the reference send them'
const LISTED = 'permissions are listed by name, filtered, sorted and paged'
const ASYNC = 'server/resources/async_event/async-event.test.ts'
const JSON_FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }

/** Creates a new user with two sessions. */
async function twice(fixture: EffectFixture) {
  const name = fixture.name('person')
  const user = await fixture.test.user(name, ['Gamma'])
  const [one, other] = [await fixture.test.signedIn(user), await fixture.test.signedIn(user)]
  return { one: fixture.caller(one), other: fixture.caller(other), name }
}

const sessions = async (caller: { get(url: string): Promise<{ json(): { result: readonly { id: number }[] } }> }) =>
  (await caller.get(`${API}/me/sessions`)).json().result

/** Runs SQL, which adds a query of its user. */
async function runSql(fixture: EffectFixture, sql: string): Promise<void> {
  const { database_id } = await fixture.test.dataset({ schema: 'main' })
  fixture.test.now += 1000
  await fixture.admin.post('/superset/sql_json/', { database_id, sql })
}

/** Checks that the response names the query only after the SQL was run. */
function ofQueries(read: (fixture: EffectFixture, at: number) => Promise<string>) {
  return {
    counterpart: 'POST /superset/sql_json',
    act: async (fixture: EffectFixture) => {
      const mark = 4_000_000 + (Math.trunc(fixture.test.now / 1000) % 1000)
      const at = fixture.test.now
      const before = await read(fixture, at)
      await runSql(fixture, `SELECT ${mark} AS marked`)
      const after = await read(fixture, at)
      expectChange([before.includes(String(mark)), after.includes(String(mark))], [false, true])
    },
  }
}

const lastQuery = async ({ admin }: EffectFixture): Promise<number | undefined> =>
  (await admin.get(`${API}/query/${risonParam({ page_size: 1 })}`)).json().ids[0]

/** Checks that the response names an entity only after it was viewed. */
function ofActivity(read: (fixture: EffectFixture) => Promise<string>) {
  return {
    counterpart: `GET ${API}/dashboard/{id}`,
    act: async (fixture: EffectFixture) => {
      const title = fixture.name('looked at')
      const { id } = await fixture.test.dashboard({ dashboard_title: title })
      const before = await read(fixture)
      fixture.test.now += 1000
      await fixture.admin.get(`${API}/dashboard/${id}`)
      expectChange([before.includes(title), (await read(fixture)).includes(title)], [false, true])
    },
  }
}

async function logOf({ admin }: EffectFixture, dashboard: number) {
  const filters = [{ col: 'dashboard_id', opr: 'eq', value: dashboard }]
  return (await admin.get(`${API}/log/${risonParam({ filters })}`)).json<{ count: number; result: { id: number }[] }>()
}

/** Checks that an action adds one log entry of a dashboard; returns the entries, newest first. */
async function lines(fixture: EffectFixture, act: (id: number) => Promise<unknown>) {
  const { id } = await fixture.test.dashboard()
  const before = (await logOf(fixture, id)).count
  await act(id)
  const { count, result } = await logOf(fixture, id)
  expectThat(count === before + 1, `${before} lines, then ${count}`)
  return result
}

const signIn = async (fixture: EffectFixture) => {
  const username = fixture.name('signs in')
  await fixture.test.user(username, ['Gamma'])
  const sent = { username, password: PASSWORD, provider: 'db', refresh: true }
  const answer = (await fixture.caller(fixture.test.nobody).post(`${API}/security/login`, sent)).json()
  const me = async (token: string) => {
    const options = { headers: { authorization: `Bearer ${token}` } }
    return (await fixture.caller(fixture.test.nobody).get(`${API}/me/`, options)).json().result.username
  }
  return { ...answer, username, me } as { access_token: string; refresh_token: string; username: string; me: typeof me }
}

const constant = (url: string, why: string) => ({
  why,
  act: async ({ admin }: EffectFixture) => void (await admin.get(url)),
})

export const userEffects: EffectsByOperation = {
  [`POST ${API}/security/login`]: {
    counterpart: `GET ${API}/me/`,
    act: async (fixture) => {
      const { access_token, username, me } = await signIn(fixture)
      expectThat((await me(access_token)) === username, 'the token opens nothing')
    },
  },
  [`POST ${API}/security/refresh`]: {
    counterpart: `GET ${API}/me/`,
    act: async (fixture) => {
      const { refresh_token, username, me } = await signIn(fixture)
      const options = { headers: { authorization: `Bearer ${refresh_token}` } }
      const again = await fixture.caller(fixture.test.nobody).post(`${API}/security/refresh`, undefined, options)
      expectThat((await me(again.json().access_token)) === username, 'the new token opens nothing')
    },
  },
  [`GET ${API}/security/csrf_token`]: {
    counterpart: `PUT ${API}/dashboard/{id}`,
    act: async (fixture) => {
      const client = await fixture.test.as('Admin')
      const token = (await fixture.caller(client).get(`${API}/security/csrf_token/`)).json().result as string
      const { id } = await fixture.test.dashboard()
      const put = (url: string, payload: unknown) => client.put(url, payload, { headers: { 'x-csrftoken': token } })
      await fixture.caller({ ...client, put }).put(`${API}/dashboard/${id}`, { css: 'a {}' })
    },
  },
  [`POST ${API}/security/guest_token`]: {
    file: 'server/resources/dashboard/embedded.test.ts',
    title: 'opens its dashboard and chart, without owners, source and unused columns',
  },
  [`POST ${API}/security/view_as`]: { file: VIEW_AS, title: VIEWED },
  [`DELETE ${API}/security/view_as`]: { file: VIEW_AS, title: VIEWED },
  'GET /superset/csrf_token': {
    file: 'server/resources/small-calls.test.ts',
    title: 'return a CSRF token that is valid for writes',
  },
  [`GET ${API}/me/`]: {
    counterpart: `POST ${API}/security/login`,
    act: async (fixture) => {
      const { access_token, username, me } = await signIn(fixture)
      expectThat((await me(access_token)) === username, 'it is somebody else')
    },
  },
  [`GET ${API}/me/roles`]: {
    why: 'Roles are given by commands.',
    act: async (fixture) => {
      const { id } = await fixture.test.context.store.roles.create({ name: fixture.name('role') }, null)
      const role = await fixture.test.context.store.roles.get(id)
      const caller = await fixture.as(fixture.name('with a role'), role?.name ?? '', 'Gamma')
      expectThat((await caller.get(`${API}/me/roles/`)).body.includes(role?.name ?? '?'), 'the role is not told')
    },
  },
  [`GET ${API}/me/password`]: { file: USERS, title: RESET },
  [`GET ${API}/me/locale`]: { file: ME, title: FORMATS },
  [`PUT ${API}/me/locale`]: { file: ME, title: FORMATS },
  [`GET ${API}/security/users/attribute_names`]: {
    file: 'server/resources/security_user/attribute-names.test.ts',
    title: 'names the attributes of users to administrators only, each once',
  },
  [`GET ${API}/security/users/export`]: { file: USER_FILE, title: CREATED_BY_FILE },
  [`POST ${API}/security/users/import`]: { file: USER_FILE, title: CREATED_BY_FILE },
  [`GET ${API}/security/users/{id}/owned`]: { file: USERS, title: 'transfers objects without another owner first' },
  [`POST ${API}/security/users/{id}/hand_over`]: {
    file: USERS,
    title: 'transfers objects without another owner first',
  },
  [`POST ${API}/security/users/{id}/sign_in_link`]: { file: USERS, title: RESET },
  [`POST ${API}/security/users/{id}/invitation`]: {
    file: 'server/resources/security_user/invitations.test.ts',
    title: 'contains a link that signs the user in once, to the public URL for any host of the request',
  },
  [`POST ${API}/security/users/{id}/sign_out_everywhere`]: {
    file: USERS,
    title: 'ends all sessions by an administrator, and accepts a new sign-in',
  },
  [`GET ${API}/security/users/{id}/sessions`]: { file: USER_SESSIONS, title: SESSIONS_LISTED },
  [`DELETE ${API}/security/users/{id}/sessions`]: { file: USER_SESSIONS, title: SESSIONS_ENDED },
  [`DELETE ${API}/security/users/{id}/sessions/{session}`]: { file: USER_SESSIONS, title: SESSION_ENDED },
  [`GET ${API}/security/users/{id}/tokens`]: { file: TOKENS, title: REVOKED },
  [`POST ${API}/security/users/{id}/tokens`]: {
    file: 'server/resources/security_user/service-accounts.test.ts',
    title: 'lets an administrator create it, and acts by the tokens that administrators create',
  },
  [`DELETE ${API}/security/users/{id}/tokens/{token}`]: { file: TOKENS, title: REVOKED },
  [`DELETE ${API}/security/users/{id}/second_factor`]: { file: FACTOR, title: FACTOR_RESET },
  [`GET ${API}/me/second_factor`]: { file: FACTOR, title: FACTOR_SET },
  [`POST ${API}/me/second_factor`]: { file: FACTOR, title: FACTOR_SET },
  [`PUT ${API}/me/second_factor`]: { file: FACTOR, title: FACTOR_SET },
  [`POST ${API}/me/second_factor/recovery_codes`]: { file: FACTOR, title: FACTOR_CODES },
  [`POST ${API}/me/second_factor/remove`]: { file: FACTOR, title: FACTOR_RESET },
  [`GET ${API}/me/tokens`]: { file: TOKENS, title: 'shows it once, and stores only its hash' },
  [`POST ${API}/me/tokens`]: { file: TOKENS, title: 'shows it once, and stores only its hash' },
  [`DELETE ${API}/me/tokens/{id}`]: { file: TOKENS, title: REVOKED },
  [`GET ${API}/security/roles/{id}/changes/`]: { file: UNDO, title: ROLE_UNDONE },
  [`POST ${API}/security/roles/{id}/changes/{change}/undo`]: { file: UNDO, title: ROLE_UNDONE },
  [`GET ${API}/rowlevelsecurity/{id}/changes/`]: { file: UNDO, title: RULE_UNDONE },
  [`POST ${API}/rowlevelsecurity/{id}/changes/{change}/undo`]: { file: UNDO, title: RULE_UNDONE },
  [`GET ${API}/security/roles/{id}/permissions`]: { file: ROLES, title: BY_ID },
  [`POST ${API}/security/roles/{id}/permissions`]: { file: ROLES, title: BY_ID },
  [`PUT ${API}/security/roles/{id}/users`]: {
    file: ROLES,
    title: 'keeps the permissions it was saved with, which apply from the next request',
  },
  [`GET ${API}/security/roles/object_permissions`]: {
    file: ROLES,
    title: 'gives access to one dataset by the permission on it',
  },
  [`GET ${API}/security/roles/{id}/compare/{other}`]: { file: COMPARISON, title: COMPARED },
  [`GET ${API}/security/grants/`]: { file: GRANTS, title: MANAGED },
  [`POST ${API}/security/grants/`]: {
    file: GRANTS,
    title: 'opens a draft with the datasets its owner may read, and no others',
  },
  [`PUT ${API}/security/grants/{id}`]: {
    file: GRANTS,
    title: 'opens explore from the level explore, also without the permission to explore',
  },
  [`DELETE ${API}/security/grants/{id}`]: {
    file: GRANTS,
    title: 'lets its users edit with the level edit, but not become owners or share',
  },
  [`GET ${API}/security/grants/subjects`]: { file: GRANTS, title: 'owners grant to roles and groups they may name' },
  [`GET ${API}/security/grants/readers`]: { file: GRANTS, title: MANAGED },
  [`GET ${API}/security/grants/changes`]: {
    file: GRANTS,
    title: 'grants have changes, of which the last one of each subject can be undone',
  },
  [`GET ${API}/security/grants/requests`]: { file: ACCESS_REQUESTS, title: REQUESTED },
  [`POST ${API}/security/grants/requests`]: { file: ACCESS_REQUESTS, title: REQUESTED },
  [`POST ${API}/security/grants/requests/{id}/close`]: { file: ACCESS_REQUESTS, title: REQUESTED },
  [`GET ${API}/security/grants/contacts`]: { file: ACCESS_REQUESTS, title: 'names administrators to signed-in users' },
  [`GET ${API}/security/quotas/`]: { file: QUOTAS, title: QUOTA_SET },
  [`POST ${API}/security/quotas/`]: { file: QUOTAS, title: QUOTA_SET },
  [`PUT ${API}/security/quotas/{id}`]: { file: QUOTAS, title: QUOTA_SET },
  [`DELETE ${API}/security/quotas/{id}`]: { file: QUOTAS, title: QUOTA_SET },
  [`GET ${API}/security/quotas/effective`]: { file: QUOTAS, title: QUOTA_SOURCE },
  [`GET ${API}/me/quotas`]: { file: QUOTAS, title: QUOTA_SOURCE },
  [`GET ${API}/security/permissions`]: { file: ROLES, title: LISTED },
  [`GET ${API}/security/resources`]: { file: ROLES, title: LISTED },
  [`GET ${API}/security/permissions-resources`]: { file: ROLES, title: BY_ID },
  [`PUT ${API}/me/password`]: {
    file: ME,
    title: 'changes it with the current one, ends all sessions and tokens, and opens a new session here',
  },
  [`GET ${API}/me/sessions`]: {
    counterpart: `DELETE ${API}/me/sessions`,
    act: async (fixture) => {
      const { one } = await twice(fixture)
      const before = (await sessions(one)).length
      await one.delete(`${API}/me/sessions`)
      expectChange([before, (await sessions(one)).length], [2, 1])
    },
  },
  [`DELETE ${API}/me/sessions`]: {
    counterpart: `GET ${API}/me/sessions`,
    act: async (fixture) => {
      const { one, other } = await twice(fixture)
      await one.delete(`${API}/me/sessions`)
      expectChange([(await sessions(one)).length, await other.try(`${API}/me/`)], [1, 401])
    },
  },
  [`DELETE ${API}/me/sessions/{id}`]: {
    file: ME,
    title: 'ends them one by one, after which their requests return 401',
  },
  [`POST ${API}/me/sign_out_everywhere`]: {
    file: ME,
    title: 'ends all together with the current one and bearer tokens',
  },
  [`GET ${API}/menu/`]: {
    file: 'server/resources/small-calls.test.ts',
    title: 'shows pages to users who may open them',
  },
  [`GET ${API}/log/`]: {
    counterpart: `GET ${API}/dashboard/{id}`,
    act: async (fixture) => void (await lines(fixture, (id) => fixture.admin.get(`${API}/dashboard/${id}`))),
  },
  [`GET ${API}/log/export`]: {
    counterpart: `GET ${API}/dashboard/{id}`,
    act: async (fixture) => {
      const [line] = await lines(fixture, (id) => fixture.admin.get(`${API}/dashboard/${id}`))
      const file = (await fixture.admin.get(`${API}/log/export`)).body
      expectThat(
        file.split('\n').some((text) => text.includes(',view,')),
        `${line?.id} in ${file}`,
      )
    },
  },
  [`GET ${API}/log/{id}`]: {
    counterpart: `GET ${API}/dashboard/{id}`,
    act: async (fixture) => {
      const [line] = await lines(fixture, (id) => fixture.admin.get(`${API}/dashboard/${id}`))
      const readBack = (await fixture.admin.get(`${API}/log/${line?.id}`)).json()
      expectThat(readBack.result.action === 'view', JSON.stringify(readBack))
    },
  },
  [`POST ${API}/log/`]: {
    counterpart: `GET ${API}/log/`,
    act: async (fixture) =>
      void (await lines(fixture, (id) =>
        fixture.admin.post(`${API}/log/`, { action: 'told', dashboard_id: id, json: '{}', referrer: null }),
      )),
  },
  'POST /superset/log': {
    counterpart: `GET ${API}/log/`,
    act: async (fixture) =>
      void (await lines(fixture, (id) => {
        const events = JSON.stringify([{ event_name: 'mount', source: 'dashboard', source_id: id }])
        return fixture.admin.post(
          '/superset/log/?explode=events',
          new URLSearchParams({ events }).toString(),
          JSON_FORM,
        )
      })),
  },
  [`GET ${API}/log/recent_activity`]: ofActivity(
    async ({ admin }) => (await admin.get(`${API}/log/recent_activity/`)).body,
  ),
  [`GET ${API}/log/recent_activity/{userId}`]: ofActivity(
    async ({ admin }) => (await admin.get(`${API}/log/recent_activity/${admin.id}/`)).body,
  ),
  'GET /superset/recent_activity/{userId}': ofActivity(
    async ({ admin }) => (await admin.get(`/superset/recent_activity/${admin.id}/`)).body,
  ),
  [`GET ${API}/query/`]: ofQueries(async ({ admin }) => (await admin.get(`${API}/query/`)).body),
  [`GET ${API}/query/{id}`]: ofQueries(async (fixture) => {
    const id = await lastQuery(fixture)
    return id === undefined ? '' : (await fixture.admin.get(`${API}/query/${id}`)).body
  }),
  [`GET ${API}/query/updated_since`]: ofQueries(
    async ({ admin }, at) =>
      (await admin.get(`${API}/query/updated_since/${risonParam({ last_updated_ms: at - 1 })}`)).body,
  ),
  [`POST ${API}/query/stop`]: {
    file: 'server/resources/query/query.test.ts',
    title: 'lets their user stop them, keeps the state of ended ones, and returns 404 for those of others',
  },
  [`GET ${API}/query/_info`]: {
    file: 'server/resources/query/query.test.ts',
    title: 'needs permission to read queries, and is read-only',
  },
  [`GET ${API}/query/related/{column}`]: {
    file: 'server/resources/query/query.test.ts',
    title: 'returns the values of its filters',
  },
  [`GET ${API}/query/distinct/{column}`]: {
    file: 'server/resources/query/query.test.ts',
    title: 'returns the values of its filters',
  },
  [`GET ${API}/async_event/`]: { file: ASYNC, title: 'X-TRANS-01: events come strictly after last_id, oldest first' },
  [`DELETE ${API}/async_event/{jobId}`]: {
    file: ASYNC,
    title: 'a job without waiting callers stops with its query; other users cannot stop it',
  },
  [`GET ${API}/_openapi`]: constant(`${API}/_openapi`, 'The document is that of the product.'),
  [`GET ${API}/available_domains/`]: constant(`${API}/available_domains/`, 'The host is the one that was called.'),
  'GET /superset/available_domains': constant('/superset/available_domains/', 'The host is the one that was called.'),
  [`GET ${API}/advanced_data_type/types`]: {
    file: 'server/resources/advanced_data_type/advanced-type.test.ts',
    title: 'A-FLAG-02: returns 404 while the flag is off',
  },
  [`GET ${API}/advanced_data_type/convert`]: {
    file: 'server/resources/advanced_data_type/advanced-type.test.ts',
    title: 'E-FILTER-35: returns parsed values and the valid operators',
  },
  [`GET ${API}/time_range/`]: {
    why: 'The clock changes it.',
    act: async (fixture) => {
      const readBack = async () => (await fixture.admin.get(`${API}/time_range/${risonParam('today : now')}`)).body
      const before = await readBack()
      fixture.test.now += 3_600_000
      expectThat((await readBack()) !== before, `${before} an hour later`)
    },
  },
}
