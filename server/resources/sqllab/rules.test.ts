import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOON } from '#testing/app.ts'
import { type DataWorld, openDataWorld } from '#testing/data-world.ts'

let world: DataWorld
beforeAll(async () => {
  world = await openDataWorld(["CREATE TABLE sales AS SELECT * FROM (VALUES ('a', 1), ('b', 2)) t(area, amount)"], NOON)
  const dataset = await world.dataset({ table_name: 'sales', schema: 'main' })
  const { store } = world.context
  const admin = await store.roles.byName('Admin')
  await store.rowRules.create(
    { name: 'own', filter_type: 'Regular', clause: "area = 'a'", tables: [dataset.id], roles: [admin?.id as number] },
    null,
  )
})
afterAll(() => world.close())

it('Row rules hold in the SQL editor, and the SQL that was run is not shown', async () => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/sqllab/execute/',
    headers: { authorization: `Bearer ${await world.token('admin')}` },
    payload: { database_id: world.database.id, sql: 'SELECT area, amount FROM sales' },
  })
  const { data, query } = answer.json()
  expect([answer.statusCode, data]).toEqual([200, [{ area: 'a', amount: 1 }]])
  expect(query.executedSql).toBeNull()
})

it('Query plans are hidden where a row rule applies to the user', async () => {
  for (const sql of ['SELECT area FROM sales', 'SELECT 1']) {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/sqllab/explain/',
      headers: { authorization: `Bearer ${await world.token('admin')}` },
      payload: { database_id: world.database.id, sql },
    })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().errors[0].message).toBe(
      'The query plan is hidden because row-level security applies to you on: sales',
    )
  }
})
