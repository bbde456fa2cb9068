import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RowRuleDraft } from '#core/entity/row-rule.ts'
import { makeTestApp, type Client, type TestApp } from '#testing/app.ts'

type Conditions = readonly { readonly dataset: number; readonly clause: string }[]

let fixture: TestApp
/** A user who may create tokens. */
let minter: Client
let role: number
let ids: { readonly dataset: number; readonly other: number; readonly board: number; readonly uuid: string }

beforeAll(async () => {
  fixture = await makeTestApp({ environment: { FACET_FEATURE_EMBEDDED_SUPERSET: '1' } })
  const { store } = fixture.context
  const columns = [{ column_name: 'pin', type: 'VARCHAR' }]
  const dataset = (await fixture.dataset({ table_name: 'sales', columns, metrics: [] })).id
  const other = (await fixture.dataset({ table_name: 'staff', columns, metrics: [] })).id
  const chart = (await fixture.chart({ slice_name: 'Cities', datasource_id: dataset })).id
  const board = await fixture.dashboard({ dashboard_title: 'Sales', published: true, charts: [chart] })
  const { uuid } = await store.embeddedDashboards.set(board.id, [], null)
  ids = { dataset, other, board: board.id, uuid }
  role = (await store.roles.create({ name: 'Minters' }, null)).id
  await store.roles.setPairs(role, [
    ['can_grant_guest_token', 'SecurityRestApi'],
    ['can_read', 'Dashboard'],
    ['can_read', 'Dataset'],
    ['all_datasource_access', 'all_datasource_access'],
  ])
  minter = await fixture.signedIn(await fixture.user('minter', ['Minters']))
})
afterAll(() => fixture.close())

const create = (rls: Conditions = [], client = minter) =>
  client.post('/api/v1/security/guest_token/', { resources: [{ type: 'dashboard', id: ids.uuid }], rls })

/** Creates a rule for the role of the user, which `more` changes; returns a function that changes it again. */
async function restrict(more: Partial<RowRuleDraft>) {
  const { rowRules } = fixture.context.store
  const rule = {
    name: 'minters',
    filter_type: 'Regular',
    clause: '1 = 0',
    tables: [ids.dataset],
    roles: [role],
  } as const
  const { id } = await rowRules.create({ ...rule, ...more }, null)
  return {
    change: (changes: Partial<RowRuleDraft>) => rowRules.update(id, changes, null),
    remove: () => rowRules.remove([id], null),
  }
}

it('a user whom row rules restrict creates guest tokens only with the same restrictions', async () => {
  expect((await create()).statusCode).toBe(200)
  const clause = "region = 'north'"
  const rule = await restrict({ clause })
  const rejected = [await create(), await create([{ dataset: ids.dataset, clause: '1 = 1' }])]
  expect(rejected.map(({ statusCode, headers }) => [statusCode, headers['x-facet-error']])).toEqual([
    [403, 'guest-restricted'],
    [403, 'guest-restricted'],
  ])
  expect(rejected[0]?.json().message).toContain('sales')
  expect((await create([{ dataset: ids.dataset, clause }])).statusCode).toBe(200)
  expect((await create([], await fixture.as('Admin'))).statusCode).toBe(200)
  // The user chooses the name of the guest.
  const own = "region = '{{ current_username() }}'"
  await rule.change({ clause: own })
  expect((await create([{ dataset: ids.dataset, clause: own }])).statusCode).toBe(403)
  // A rule for everyone holds for the guest as well.
  await rule.change({ clause, filter_type: 'Base', roles: [] })
  expect((await create()).statusCode).toBe(200)
  await rule.remove()
})

it('a user with a column mask creates no guest tokens without it', async () => {
  const mask = { column_name: 'pin', method: 'null', filter_type: 'Regular', roles: [role] } as const
  const { columnMasks } = fixture.context.store
  await columnMasks.set(ids.dataset, [mask])
  expect((await create()).statusCode).toBe(403)
  await columnMasks.set(ids.dataset, [{ ...mask, filter_type: 'Base', roles: [] }])
  expect((await create()).statusCode).toBe(200)
  await columnMasks.set(ids.dataset, [])
})

it('rules of another dataset of the table count, those of other tables do not', async () => {
  const twin = await fixture.dataset({ table_name: 'Sales', schema: 'main', columns: [], metrics: [] })
  const rule = await restrict({ tables: [twin.id] })
  expect((await create()).statusCode).toBe(403)
  await rule.change({ tables: [ids.other] })
  expect((await create()).statusCode).toBe(200)
  await rule.remove()
})

it.each([
  ["'{{ current_username() }}' = 'ceo'", 403],
  ["pin IN {% set mine = attribute %}{{ mine('region') | where_in }}", 403],
  ["{% if 'Admin' in\n current_user_roles() %} 1 = 1 {% else %} 1 = 0 {% endif %}", 403],
  ['pin IN (SELECT pin FROM {{ dataset(7) }})', 403],
  ["1 < {{ metric('total', 7) }}", 403],
  ["1 < {{ metric('total') }}", 200],
  ["at > '{{ from_dttm }}' AND attribute = current_username", 200],
])('a dataset with the SQL %s has the status %i for users who are no administrators', async (condition, status) => {
  const { datasets } = fixture.context.store
  const text = `SELECT pin FROM sales WHERE ${condition}`
  const metrics = [{ metric_name: 'total', expression: `(${text})` }]
  const columns = [{ column_name: 'own', type: 'VARCHAR', expression: `(${text})` }]
  for (const change of [{ sql: text }, { fetch_values_predicate: condition }, { metrics }, { columns }]) {
    await datasets.update(ids.dataset, change, null)
    expect([change, (await create()).statusCode]).toEqual([change, status])
    await datasets.update(ids.dataset, { sql: null, fetch_values_predicate: null, metrics: [], columns: [] }, null)
  }
  await datasets.update(ids.dataset, { sql: text }, null)
  expect((await create([], await fixture.as('Admin'))).statusCode).toBe(200)
  await datasets.update(ids.dataset, { sql: null }, null)
})

describe('the conditions of a guest token', () => {
  beforeAll(async () => {
    const columns = [{ column_name: 'pin', type: 'VARCHAR' }]
    await fixture.context.store.datasets.update(ids.dataset, { columns }, null)
  })

  const REJECTED = [403, 'guest-clause']
  const send = async (clause: string, dataset: number | null = ids.dataset, client = minter) => {
    const rls = [{ dataset, clause }]
    const resources = [{ type: 'dashboard', id: ids.uuid }]
    const answer = await client.post('/api/v1/security/guest_token/', { resources, rls })
    return [answer.statusCode, answer.headers['x-facet-error']]
  }

  it('compare columns with values, unless the creator may read the whole database', async () => {
    const clauses = [
      'pin IN (SELECT person FROM staff)',
      "CASE WHEN (SELECT max(pin) FROM staff) > 'm' THEN true ELSE 1 / 0 = 1 END",
      "lower(pin) = 'a'",
      "'{{ current_username() }}' = 'ceo'",
      "region = 'north'",
      // DuckDB would convert the texts of all rows to numbers, and quote the first one that is none.
      'pin = 1',
      'pin IN (NULL, 1)',
      'pin = true',
    ]
    for (const dataset of [ids.dataset, null]) {
      expect(await send("pin = 'a' OR pin NOT IN ('b', 'c')", dataset)).toEqual([200, undefined])
      for (const clause of clauses) expect([clause, await send(clause, dataset)]).toEqual([clause, REJECTED])
    }
    const subquery = clauses[0] ?? ''
    expect(await send(subquery, ids.dataset, await fixture.as('Admin'))).toEqual([200, undefined])
    const { roles } = fixture.context.store
    const pairs = await roles.pairs(role)
    await roles.setPairs(role, [...pairs, ['all_database_access', 'all_database_access']])
    expect(await send(subquery)).toEqual([200, undefined])
    const { token } = (await create([{ dataset: ids.dataset, clause: subquery }])).json()
    await roles.setPairs(role, pairs)
    const answer = await fixture.nobody.get(`/api/v1/dashboard/${ids.board}`, { headers: { 'x-guesttoken': token } })
    expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([401, 'token-revoked'])
    expect(answer.body).not.toContain('staff')
  })

  it('rejects columns that are masked for the creator or the guest', async () => {
    const { columnMasks } = fixture.context.store
    const mask = { column_name: 'PIN', method: 'first', filter_type: 'Base', roles: [] } as const
    await columnMasks.set(ids.dataset, [mask])
    expect([(await create()).statusCode, await send("pin LIKE 'a%'"), await send("pin LIKE 'a%'", null)]).toEqual([
      200,
      REJECTED,
      REJECTED,
    ])
    await columnMasks.set(ids.dataset, [])
  })

  it('applies rules and masks in databases that the database attaches', async () => {
    const { store } = fixture.context
    const address = { backend: 'duckdb', sqlalchemy_uri: 'duckdb:///crm.duckdb' }
    const crm = await store.databases.create({ database_name: 'crm', ...address }, null)
    const attached = { backend: 'federation', sqlalchemy_uri: `federation:///?attached=crm:${crm.id}` }
    const joined = await store.databases.create({ database_name: 'joined', ...attached }, null)
    const parts = { columns: [{ column_name: 'pin', type: 'VARCHAR' }], metrics: [] }
    const people = await fixture.dataset({ table_name: 'people', database_id: crm.id, ...parts })
    const orders = await fixture.dataset({ table_name: 'orders', database_id: crm.id, ...parts })
    const read = await fixture.dataset({ table_name: 'orders', schema: 'crm', database_id: joined.id, ...parts })
    const chart = await fixture.chart({ slice_name: 'Orders', datasource_id: read.id })
    const board = await fixture.dashboard({ dashboard_title: 'Joined', published: true, charts: [chart.id] })
    const { uuid } = await store.embeddedDashboards.set(board.id, [], null)
    const pairs = await store.roles.pairs(role)
    await store.roles.setPairs(role, [...pairs, ['all_database_access', 'all_database_access']])
    const createJoined = async () => {
      const rls = [{ dataset: read.id, clause: 'pin IN (SELECT pin FROM crm.people)' }]
      const body = { resources: [{ type: 'dashboard', id: uuid }], rls }
      const answer = await minter.post('/api/v1/security/guest_token/', body)
      return [answer.statusCode, answer.headers['x-facet-error']]
    }
    expect(await createJoined()).toEqual([200, undefined])
    const rule = await restrict({ tables: [people.id] })
    expect(await createJoined()).toEqual(REJECTED)
    await rule.change({ tables: [orders.id] })
    expect(await createJoined()).toEqual([403, 'guest-restricted'])
    await rule.remove()
    await store.roles.setPairs(role, pairs)
  })

  it('apply to datasets that the creator may read', async () => {
    const { store } = fixture.context
    const narrow = await store.roles.create({ name: 'Narrow minters' }, null)
    await store.roles.setPairs(narrow.id, [
      ['can_grant_guest_token', 'SecurityRestApi'],
      ['can_read', 'Dashboard'],
      ['can_read', 'Dataset'],
      ['datasource_access', `[local].[sales](id:${ids.dataset})`],
    ])
    const client = await fixture.signedIn(await fixture.user('narrow minter', ['Narrow minters']))
    expect(await send("pin = 'a'", ids.dataset, client)).toEqual([200, undefined])
    expect(await send("pin = 'a'", ids.other, client)).toEqual(REJECTED)
  })
})

describe('a guest token that exists', () => {
  const created = async (client = minter) => (await create([], client)).json().token as string
  const open = async (token: string) => {
    const headers = { 'x-guesttoken': token }
    const answer = await fixture.nobody.get(`/api/v1/dashboard/${ids.board}/charts`, { headers })
    return [answer.statusCode, answer.headers['x-facet-error'], answer.body.includes('staff')]
  }
  const READ = [200, undefined, false]
  const REVOKED = [401, 'token-revoked', false]

  it('reads no chart that its creator adds later on a dataset with restrictions', async () => {
    const token = await created()
    const rule = await restrict({ tables: [ids.other] })
    expect(await open(token)).toEqual(READ)
    const { dashboards, charts } = fixture.context.store
    const { charts: before = [] } = (await dashboards.get(ids.board)) ?? {}
    const { id } = await fixture.chart({ slice_name: 'Pins', datasource_id: ids.other })
    await dashboards.update(ids.board, { charts: [...before, id] }, null)
    expect([await open(token), (await create()).statusCode]).toEqual([REVOKED, 403])
    // The response to an administrator contains it: the check above would find it.
    expect(await open(await created(await fixture.as('Admin')))).toEqual([200, undefined, true])
    await dashboards.update(ids.board, { charts: before }, null)
    expect(await open(token)).toEqual(READ)
    await charts.remove([id], null)
    await rule.remove()
  })

  it('ends with a new restriction, the rights and the account of its creator', async () => {
    const { store } = fixture.context
    const user = await fixture.user('leaver', ['Minters'])
    const token = await created(await fixture.signedIn(user))
    const rule = await restrict({})
    expect(await open(token)).toEqual(REVOKED)
    await rule.remove()
    expect(await open(token)).toEqual(READ)
    const pairs = await store.roles.pairs(role)
    for (const lost of ['all_datasource_access', 'can_grant_guest_token']) {
      await store.roles.setPairs(
        role,
        pairs.filter(([permission]) => permission !== lost),
      )
      expect([lost, await open(token)]).toEqual([lost, REVOKED])
    }
    await store.roles.setPairs(role, pairs)
    await store.dashboards.update(ids.board, { published: false }, null)
    expect(await open(token)).toEqual(REVOKED)
    await store.dashboards.update(ids.board, { published: true }, null)
    expect(await open(token)).toEqual(READ)
    await store.users.update(user.id, { active: false }, null)
    expect(await open(token)).toEqual(REVOKED)
  })
})
