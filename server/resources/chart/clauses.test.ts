import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DataWorld, openDataWorld } from '#testing/data-world.ts'

let world: DataWorld
let cities: number
let admin: string

beforeAll(async () => {
  world = await openDataWorld(
    ["CREATE TABLE cities AS SELECT * FROM (VALUES ('Ash', 1), ('Birk', 2), ('Cole', 3)) v(city, n)"],
    Date.UTC(2024, 5, 15),
  )
  const columns = [
    { column_name: 'city', type: 'VARCHAR' },
    { column_name: 'n', type: 'INTEGER' },
  ]
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  cities = (await world.dataset({ table_name: 'cities', columns, metrics })).id
  admin = await world.token('admin')
})
afterAll(() => world.close())

/** The rows by city, and those of all cities together. */
async function ask(extras: Record<string, string>) {
  const byCity = { columns: ['city'], metrics: ['total'], orderby: [['total', false]], extras }
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${admin}` },
    payload: { datasource: { id: cities, type: 'table' }, queries: [byCity, { metrics: ['total'], extras }] },
  })
  return answer.json().result.map((entry: { data: unknown }) => entry.data)
}

it('E-FILTER-07: WHERE narrows the rows by columns, HAVING the groups by metrics', async () => {
  expect(await ask({ where: '(n < 3)' })).toEqual([
    [
      { city: 'Birk', total: 2 },
      { city: 'Ash', total: 1 },
    ],
    [{ total: 3 }],
  ])
  expect(await ask({ having: '(SUM(n) > 1)' })).toEqual([
    [
      { city: 'Cole', total: 3 },
      { city: 'Birk', total: 2 },
    ],
    [{ total: 6 }],
  ])
})
