import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let admin: string

beforeAll(async () => {
  fixture = await openDataFixture(
    ["CREATE TABLE cities AS SELECT * FROM (VALUES ('Ash', 1), ('Birk', 2), ('Cole', 3)) v(city, n)"],
    Date.UTC(2024, 5, 15),
  )
  admin = await fixture.token('admin', 'Admin')
})
afterAll(() => fixture.close())

const file = (payload: object) =>
  fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${admin}` },
    payload,
  })

it('the file of drill to detail has the labels of columns as headers', async () => {
  const columns = [
    { column_name: 'city', type: 'VARCHAR', verbose_name: 'Home town' },
    { column_name: 'n', type: 'INTEGER' },
  ]
  const named = await fixture.dataset({ table_name: 'named cities', sql: 'SELECT city, n FROM cities', columns })
  const behind = {
    datasource: { id: named.id, type: 'table' },
    queries: [{ filters: [{ col: 'n', op: '<', val: 3 }] }],
  }
  for (const result_type of ['drill_detail', 'samples']) {
    const { statusCode, body } = await file({ ...behind, result_type, result_format: 'csv' })
    expect([statusCode, body]).toEqual([200, 'Home town,n\nAsh,1\nBirk,2\n'])
  }
  const sheet = await file({ ...behind, result_type: 'drill_detail', result_format: 'xlsx' })
  const texts = Object.values(unzipSync(sheet.rawPayload)).map((bytes) => Buffer.from(bytes).toString())
  expect([texts.some((text) => text.includes('Home town')), texts.some((text) => />city</.test(text))]).toEqual([
    true,
    false,
  ])
})
