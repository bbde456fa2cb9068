import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { UserImportResponse } from '#core/rest/security.ts'
import { setRoleUsers } from '#server/security/role-users.ts'
import * as storedTypes from '#server/store/stored-types.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

const statements: string[] = []

const [USERS, ROLES, RULES, ROWS] = [1000, 100, 200, 100]

let fixture: TestApp
let admin: Client
/** A user with all roles, and one with Gamma and one more role, which opens the same dashboards. */
let callers: Readonly<Record<'many' | 'one', Client>>

const numbered = (count: number) => Array.from({ length: count }, (_, at) => at)

beforeAll(async () => {
  // The store looks up the tables of each statement that it runs.
  const { statementTables } = storedTypes
  vi.spyOn(storedTypes, 'statementTables').mockImplementation((statement) => {
    statements.push(statement)
    return statementTables(statement)
  })
  fixture = await makeTestApp()
  const { store } = fixture.context
  admin = await fixture.as('Admin')
  const { id: database } = await fixture.database()
  const [users, roles, datasets] = [[] as number[], [] as number[], [] as number[]]
  await store.transaction(async (tx) => {
    for (const at of numbered(ROLES)) {
      const { id } = await tx.roles.create({ name: `Role ${at}` }, null)
      await tx.roles.setPairs(id, [['can_read', 'Dashboard']])
      roles.push(id)
    }
    for (const at of numbered(USERS)) {
      const names = { first_name: `First ${at}`, last_name: 'Test', email: `user${at}@example.org` }
      const own = [roles[at % ROLES] ?? 0, roles[(at + 7) % ROLES] ?? 0]
      users.push((await tx.users.create({ username: `user ${at}`, ...names, roles: own }, null)).id)
    }
  })
  const owners = (at: number) => [users[at] ?? 0, users[at + 1] ?? 0]
  await store.transaction(async (tx) => {
    for (const at of numbered(ROWS)) {
      const draft = { table_name: `table ${at}`, database_id: database, owners: owners(at) }
      const { id } = await tx.datasets.create(draft, owners(at)[0] ?? null)
      datasets.push(id)
      const chart = { slice_name: `Chart ${at}`, viz_type: 'table', datasource_type: 'table', datasource_id: id }
      const { id: chartId } = await tx.charts.create({ ...chart, owners: owners(at) }, owners(at)[0] ?? null)
      const board = { dashboard_title: `Dashboard ${at}`, published: true, charts: [chartId], owners: owners(at) }
      await tx.dashboards.create({ ...board, roles: roles.slice(0, 3) }, owners(at)[0] ?? null)
    }
    for (const at of numbered(RULES)) {
      const rule = { name: `Rule ${at}`, filter_type: 'Regular', clause: '1 = 1', group_key: null } as const
      const subjects = { tables: [datasets[at % ROWS] ?? 0], roles: [roles[at % ROLES] ?? 0] }
      await tx.rowRules.create({ ...rule, ...subjects }, null)
    }
  })
  const names = { first_name: 'Many', last_name: 'Roles', email: 'many@example.org' }
  const gamma = (await store.roles.byName('Gamma'))?.id ?? 0
  const many = await store.users.create({ username: 'many', ...names, roles: [gamma, ...roles] }, null)
  callers = { many: await fixture.signedIn(many), one: await fixture.as('Gamma', 'Role 0') }
}, 240_000)
afterAll(async () => {
  vi.restoreAllMocks()
  await fixture.close()
})

/** Returns the statements of a GET call whose reads are not cached, and its rows. */
async function measured(client: Client, url: string) {
  const { store } = fixture.context
  // The first call caches the reads that the writes below do not affect.
  await client.get(url)
  // A write of each of these tables invalidates the reads that depend on it.
  const userId = client.user?.userId ?? 0
  await store.users.signedIn(userId, true)
  const rule = await store.rowRules.find({ col: 'name', op: 'eq', value: 'Rule 0' })
  if (rule) await store.rowRules.update(rule.id, { description: String(++fixture.now) }, null)
  statements.length = 0
  const response = await client.get(url)
  const executed = [...statements]
  expect(response.statusCode).toBe(200)
  expect(executed.length).toBeGreaterThan(1)
  return { executed, rows: response.json().result.length as number, count: response.json().count as number }
}

const lists = [
  'security/users',
  'security/roles',
  'rowlevelsecurity',
  'dashboard',
  'chart',
  'dataset',
  'log',
  'dashboard/related/owners',
  'rowlevelsecurity/related/roles',
] as const

it.each(lists)('the list %s runs as many statements for 100 rows as for 5', async (list) => {
  const page = (size: number) => measured(admin, `/api/v1/${list}/?q=(page:0,page_size:${size})`)
  const [few, many] = [await page(5), await page(100)]
  expect([few.rows, many.rows]).toEqual([5, 100])
  expect(many.executed.length, many.executed.join('\n')).toBe(few.executed.length)
  expect(few.executed.length).toBeLessThanOrEqual(25)
})

it('lists count 1,000 users, 100 roles and 200 rules', async () => {
  const counts = async (list: string) => (await measured(admin, `/api/v1/${list}/?q=(page_size:5)`)).count
  expect(await counts('security/users')).toBeGreaterThanOrEqual(USERS)
  expect(await counts('security/roles')).toBeGreaterThanOrEqual(ROLES)
  expect(await counts('rowlevelsecurity')).toBe(RULES)
})

it.each(['dashboard', 'chart', 'dataset'])(
  'the list %s runs as many statements for a user with 100 roles as with one',
  async (list) => {
    const url = `/api/v1/${list}/?q=(page:0,page_size:25)`
    const [one, many] = [await measured(callers.one, url), await measured(callers.many, url)]
    const visible = list === 'dashboard' ? 25 : 0
    expect([one.rows, many.rows]).toEqual([visible, visible])
    expect(many.executed.length, many.executed.join('\n')).toBe(one.executed.length)
  },
)

async function importFile(lines: readonly string[]): Promise<UserImportResponse> {
  const answer = await admin.post('/api/v1/security/users/import', { csv: lines.join('\n'), dry_run: false })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

it('passes email addresses on along a chain of users with the statements of one change', async () => {
  const importChain = async (name: string, length: number) => {
    const names = Array.from({ length }, (_, index) => `${name}${index}`)
    await importFile(['username,email,roles', ...names.map((each) => `${each},${each}@example.org,Gamma`)])
    const email = (index: number) => `${names[index - 1] ?? `${name}free`}@EXAMPLE.org`
    statements.length = 0
    const chain = names.map((each, index) => `${each},${email(index)}`)
    expect(await importFile(['username,email', ...chain])).toMatchObject({ changed: length, rejected: 0 })
    const { length: executed } = statements
    const last = await fixture.context.store.users.byUsername(`${name}${length - 1}`)
    expect([last?.email, last?.version]).toEqual([`${name}${length - 2}@EXAMPLE.org`, 2])
    const [event] = await fixture.context.store.events.history('user', last?.id ?? 0)
    expect(JSON.parse(event?.before ?? '')).toEqual({ email: `${name}${length - 1}@example.org` })
    return executed
  }
  const short = await importChain('short', 10)
  expect(await importChain('long', 40)).toBe(short)
})

it('gives a role to one more user without loading those who have it', async () => {
  const { store } = fixture.context
  const role = await store.roles.create({ name: 'Large role' }, null)
  const draft = { first_name: 'A', last_name: 'B', roles: [role.id] }
  const drafts = Array.from({ length: 120 }, (_, index) => ({ ...draft, username: `large${index}` }))
  const ids = (await store.users.createMany(drafts, null)).map(({ id }) => id)
  const { id } = await store.users.create({ ...draft, username: 'further', roles: [] }, null)
  statements.length = 0
  await setRoleUsers(store, role.id, [...ids, id], null, ids)
  const parameters = statements.map((statement) => statement.split('?').length - 1)
  expect(Math.max(...parameters)).toBeLessThan(50)
  expect((await store.users.get(id))?.roles).toEqual([role.id])
  expect((await store.users.get(ids[0] ?? 0))?.version).toBe(1)
})
