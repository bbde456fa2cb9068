import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtInRoles } from '#server/store/built-in-roles.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

const columns = ['region', 'city'].map((column_name) => ({ column_name, type: 'VARCHAR' }))

let fixture: DataFixture
let admin: string
let ids: { ruled: number; negative: number; virtual: number; free: number }
const users: Record<string, { id: number; token: string }> = {}

const USERS = '/api/v1/security/users/'

const call = (method: 'GET' | 'POST' | 'PUT', url: string, as: string, payload?: object) =>
  fixture.app.inject({ method, url, headers: { authorization: `Bearer ${as}` }, ...(payload ? { payload } : {}) })

async function setAttributes(name: string, attributes: object | null): Promise<void> {
  const answer = await call('PUT', `${USERS}${users[name]?.id}`, admin, { attributes })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
}

async function citiesOf(name: string, dataset: number, query: object = {}): Promise<readonly string[]> {
  const context = { datasource: { id: dataset, type: 'table' }, queries: [{ columns: ['city'], ...query }] }
  const answer = await call('POST', '/api/v1/chart/data', users[name]?.token ?? '', context)
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json().result[0].data.map((row: { city: string }) => row.city)
}

beforeAll(async () => {
  const values = "('north', 'A'), ('south', 'B'), ('it''s', 'C'), ('', 'D'), ('None', 'E')"
  const tables = ['sales', 'others'].map(
    (name) => `CREATE TABLE ${name} AS SELECT * FROM (VALUES ${values}) t(region, city)`,
  )
  fixture = await openDataFixture(tables, Date.UTC(2024, 4, 1))
  admin = await fixture.token('admin', 'Admin')
  const { store } = fixture.context
  const { id: role } = await store.roles.create({ name: 'Reader' }, null)
  await store.roles.setPairs(role, [
    ...(builtInRoles.find(({ name }) => name === 'Gamma')?.pairs ?? []),
    ['all_database_access', 'all_database_access'],
    ['can_read', 'User'],
    ['can_sql_json', 'Superset'],
    ['can_execute_sql_query', 'SQLLab'],
  ])
  for (const name of ['ana', 'ben']) {
    const token = await fixture.token(name, 'Reader')
    users[name] = { token, id: (await store.users.byUsername(name))?.id ?? 0 }
  }
  const sql = "SELECT city FROM others WHERE region IN {{ attribute('region') | where_in }}"
  ids = {
    ruled: (await fixture.dataset({ table_name: 'sales', columns })).id,
    negative: (await fixture.dataset({ table_name: 'w', sql: 'SELECT * FROM others', columns })).id,
    virtual: (await fixture.dataset({ table_name: 'v', sql, columns: columns.slice(1) })).id,
    free: (await fixture.dataset({ table_name: 'others', columns })).id,
  }
  const rule = { filter_type: 'Regular', roles: [role] } as const
  const own = { name: 'own', clause: "region IN {{ attribute('region') | where_in }}", tables: [ids.ruled] }
  await store.rowRules.create({ ...rule, ...own }, null)
  const other = { name: 'other', clause: "region <> '{{ attribute('region') }}'", tables: [ids.negative] }
  await store.rowRules.create({ ...rule, ...other }, null)
}, 60_000)
afterAll(() => fixture.close())

it('a rule reads the attribute of the user; a user without it gets no rows for any condition', async () => {
  await setAttributes('ana', null)
  for (const attributes of [null, {}, { region: [] }, { other: 'north' }]) {
    await setAttributes('ben', attributes)
    for (const dataset of [ids.ruled, ids.negative, ids.virtual]) expect(await citiesOf('ben', dataset)).toEqual([])
  }
  await setAttributes('ana', { region: 'north' })
  await setAttributes('ben', { region: ['south', "it's"] })
  expect(await citiesOf('ana', ids.ruled)).toEqual(['A'])
  expect(await citiesOf('ana', ids.negative)).toEqual(['B', 'C', 'D', 'E'])
  expect(await citiesOf('ana', ids.virtual)).toEqual(['A'])
  // A change holds at the next request, in spite of cached results.
  expect((await citiesOf('ben', ids.ruled)).toSorted()).toEqual(['B', 'C'])
  await setAttributes('ben', { region: 'north' })
  expect(await citiesOf('ben', ids.ruled)).toEqual(['A'])
  await setAttributes('ben', {})
  expect(await citiesOf('ben', ids.ruled)).toEqual([])
})

it('a filter of a query reads it, and no user gains rows by lacking it', async () => {
  const query = { extras: { where: "(region <> '{{ attribute('region') }}')" } }
  await setAttributes('ana', { region: 'north' })
  await setAttributes('ben', null)
  expect(await citiesOf('ana', ids.free, query)).toEqual(['B', 'C', 'D', 'E'])
  expect(await citiesOf('ben', ids.free, query)).toEqual([])
})

it('SQL of the editor is rejected without it, and restricted by the rules with it', async () => {
  const run = async (name: string, sql: string) => {
    const body = { database_id: fixture.database.id, sql, client_id: `${name}${sql.length}`.slice(0, 11) }
    return call('POST', '/api/v1/sqllab/execute/', users[name]?.token ?? '', body)
  }
  await setAttributes('ana', { region: 'north' })
  await setAttributes('ben', null)
  const sql = "SELECT city FROM others WHERE region <> '{{ attribute('region') }}'"
  const rejected = await run('ben', sql)
  expect([rejected.statusCode >= 400, rejected.body.includes('"B"')]).toEqual([true, false])
  expect((await run('ana', sql)).body).toContain('"B"')
  const ruled = await run('ben', 'SELECT city AS town FROM sales')
  expect([ruled.statusCode, ruled.json().data]).toEqual([200, []])
})

it('lets only administrators set and read attributes, and logs changes in the action log', async () => {
  await setAttributes('ana', { region: 'north' })
  const { id, token } = users['ana'] as { id: number; token: string }
  expect((await call('PUT', `${USERS}${id}`, token, { attributes: { region: 'south' } })).statusCode).toBe(403)
  const own = await call('PUT', '/api/v1/me/', token, { attributes: { region: 'south' } })
  expect(own.statusCode).toBeGreaterThanOrEqual(400)
  for (const url of ['/api/v1/me/', '/api/v1/me/roles/', `${USERS}${id}`, USERS]) {
    const answer = await call('GET', url, token)
    expect([url, answer.statusCode, answer.body.includes('region')]).toEqual([url, 200, false])
  }
  expect((await call('GET', `${USERS}${id}`, admin)).json().result.attributes).toEqual({ region: 'north' })
  const [event] = await fixture.context.store.events.history('user', id)
  expect(event).toMatchObject({ actor: fixture.admin.userId, action: 'update' })
  expect(event?.after).toContain('region')
  const wrong = await call('PUT', `${USERS}${id}`, admin, { attributes: { 'a b': 'x' } })
  expect([wrong.statusCode, wrong.body.includes('attributes')]).toEqual([400, true])
})
