import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { replaceTable } from '#testing/duckdb-file.ts'

let fixture: TestApp
let admin: Client
let sales: number
let cities: number
let view: number
let role: number

const url = '/api/v1/rowlevelsecurity/'
let count = 0
const rule = (clause: string, tables: readonly number[] = [sales]) => ({
  name: `rule ${++count}`,
  filter_type: 'Regular',
  clause,
  tables,
  roles: [role],
})

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const { store, chartData } = fixture.context
  const database = await fixture.database()
  await replaceTable(chartData.sources, database, 'sales', "SELECT 'north' AS region, 987654 AS n")
  await replaceTable(chartData.sources, database, 'cities', "SELECT 'Oslo' AS city")
  await store.databases.dataChanged(database.id)
  sales = (await fixture.dataset({ table_name: 'sales', columns: [], metrics: [] })).id
  cities = (await fixture.dataset({ table_name: 'cities', columns: [], metrics: [] })).id
  view = (await fixture.dataset({ table_name: 'view', sql: 'SELECT region AS r FROM sales', columns: [], metrics: [] }))
    .id
  role = (await store.roles.create({ name: 'North' }, null)).id
})
afterAll(() => fixture.close())

describe('a clause that the engine rejects', () => {
  it.each<[string, string, () => number, RegExp]>([
    ['an unknown column', "regionn = 'north'", () => sales, /^sales: .*"regionn" not found.* \(line 1, column 1\)$/s],
    ['a column on a later line', "region = 'a'\n  AND m > 1", () => sales, /"m" not found.* \(line 2, column 7\)$/s],
    ['a column that its SQL renames', "region = 'north'", () => view, /^view: .*"region" not found/s],
    ['bad syntax', "region = = 'a'", () => sales, /^sales: .*syntax error.* \(line 1, column 10\)$/s],
    ['an aggregate', 'SUM(n) > 1', () => sales, /^sales: .*aggregate/is],
    ['two statements', "region = 'a'; SELECT 1", () => sales, /^sales: .*/s],
    ['an unknown table', 'n IN (SELECT n FROM nothing)', () => sales, /^sales: .*nothing does not exist/s],
    ['a template around an unknown column', "regionn = '{{ current_username() }}'", () => sales, /"regionn" not found/],
  ])('%s is not saved', async (_name, clause, table, message) => {
    const answer = await admin.post(url, rule(clause, [table()]))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().message.clause).toEqual([expect.stringMatching(message)])
    expect(answer.body).not.toContain('987654')
    expect(await fixture.context.store.rowRules.count({ col: 'clause', op: 'eq', value: clause })).toBe(0)
  })

  it('names each table on which it fails', async () => {
    const answer = await admin.post(url, rule("region = 'north'", [sales, cities, view]))
    expect(answer.statusCode).toBe(422)
    const said = answer.json().message.clause as string[]
    expect(said.map((text) => text.split(':')[0])).toEqual(['cities', 'view'])
  })

  it('rejects it when it is changed or its tables are, and saves a change of its name', async () => {
    const made = await admin.post(url, rule("region = 'north'"))
    expect(made.statusCode).toBe(201)
    const { id } = made.json()
    const change = async (body: object) => (await admin.put(`${url}${id}`, body)).statusCode
    expect(await change({ clause: 'x = 1' })).toBe(422)
    expect(await change({ tables: [sales, cities] })).toBe(422)
    await fixture.context.store.rowRules.update(id, { clause: 'x = 1' }, null)
    expect(await change({ name: 'renamed' })).toBe(200)
    expect(await change({ clause: "region = 'south'" })).toBe(200)
  })
})

describe('a clause that cannot be checked', () => {
  it('saves it if the database is unreachable or the table is missing', async () => {
    const lost = await fixture.database({
      database_name: 'lost',
      backend: 'postgresql',
      sqlalchemy_uri: 'postgresql://nobody@127.0.0.1:1/none',
    })
    const remote = (await fixture.dataset({ database_id: lost.id, table_name: 'remote', columns: [], metrics: [] })).id
    const missing = (await fixture.dataset({ table_name: 'missing', columns: [], metrics: [] })).id
    expect((await admin.post(url, rule('n = 1', [remote]))).statusCode).toBe(201)
    expect((await admin.post(url, rule('n = 1', [missing]))).statusCode).toBe(201)
  })

  it('saves it if its template renders nothing for the caller', async () => {
    const clause = "{% if current_username() == 'nobody' %}region = 'a'{% endif %}"
    expect((await admin.post(url, rule(clause))).statusCode).toBe(201)
  })
})

describe('A caller who may write rules but not read the database', () => {
  it('learns nothing from a sub-query about whether a table exists', async () => {
    const { store } = fixture.context
    const writes = await store.roles.create({ name: 'Writes rules' }, null)
    await store.roles.addPairs(writes.id, [['can_write', 'RowLevelSecurity']])
    const writer = await fixture.as('Gamma', 'Writes rules')
    const there = await writer.post(url, rule('n IN (SELECT n FROM sales)'))
    const absent = await writer.post(url, rule('n IN (SELECT n FROM nothing)'))
    expect([there.statusCode, absent.statusCode]).toEqual([201, 201])
    const wrong = await writer.post(url, rule('nn = 1'))
    expect([wrong.statusCode, wrong.body.includes('region')]).toEqual([422, false])
  })
})
