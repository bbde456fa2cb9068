import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let sales: number
let token: string
const sums = [
  { metric_name: 'total', expression: 'SUM(n)' },
  { metric_name: 'count', expression: 'COUNT(*)' },
]

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      `CREATE TABLE sales AS SELECT * FROM (VALUES ('Ash', 'x<b>', 1), ('Ash', 'y', 2), ('Birk', 'y', 4),
        ('Ash', 'y', 7)) v(city, kind, n)`,
    ],
    Date.UTC(2024, 5, 15),
  )
  const columns = ['city', 'kind'].map((column_name) => ({ column_name, type: 'VARCHAR' }))
  sales = (await fixture.dataset({ table_name: 'sales', columns, metrics: sums })).id
  token = await fixture.token('admin')
})
afterAll(() => fixture.close())

const ask = (dataset: number, form: object) =>
  fixture.app.inject({
    method: 'POST',
    url: '/superset/explore_json/',
    headers: { authorization: `Bearer ${token}` },
    payload: { form_data: { datasource: `${dataset}__table`, ...form } },
  })

async function data(dataset: number, form: object): Promise<unknown> {
  const reply = await ask(dataset, form)
  expect([reply.statusCode, reply.json().error ?? null]).toEqual([200, null])
  return reply.json().data
}

describe('maps and links', () => {
  it('world_map has countries with their center; unknown ones are XXX', async () => {
    const sql = "SELECT * FROM (VALUES ('DE', 3), ('zz', 2), ('us', 1), (NULL, 0)) v(code, n)"
    const made = { table_name: 'codes', sql, columns: [{ column_name: 'code', type: 'VARCHAR' }], metrics: sums }
    const { id } = await fixture.dataset(made)
    const form = { viz_type: 'world_map', entity: 'code', country_fieldtype: 'cca2', metric: 'total' }
    const germany = { country: 'DEU', latitude: 51, longitude: 9, name: 'Germany', code: 'DE' }
    const states = { country: 'USA', latitude: 38, longitude: -97, name: 'United States', code: 'us' }
    expect(await data(id, form)).toEqual([
      { ...germany, m1: 3 },
      { country: 'XXX', code: 'zz', m1: 2 },
      { ...states, m1: 1 },
      { country: 'XXX', code: null, m1: 0 },
    ])
    expect(await data(id, { ...form, secondary_metric: 'total' })).toContainEqual({ ...germany, m1: 3, m2: 3 })
    expect(await data(id, { ...form, secondary_metric: 'count' })).toContainEqual({ ...germany, m1: 3, m2: 1 })
  })

  it('rejects a sankey with a loop, and names the link that closes it', async () => {
    const sql = "SELECT * FROM (VALUES ('a', 'b', 1), ('b', 'd', 1), ('d', 'b', 1)) v(source, target, n)"
    const columns = ['source', 'target'].map((column_name) => ({ column_name, type: 'VARCHAR' }))
    const { id } = await fixture.dataset({ table_name: 'circle', sql, columns, metrics: sums })
    const form = { viz_type: 'sankey', groupby: ['source', 'target'], metric: 'total' }
    const refused = await ask(id, form)
    const words = "There's a loop in your Sankey, please provide a tree. Here's a faulty link: ('d', 'b')"
    expect([refused.statusCode, refused.payload]).toEqual([400, expect.stringContaining(words)])
  })

  it('country_map has regions with values, sankey has links with values', async () => {
    expect(await data(sales, { viz_type: 'country_map', entity: 'city', metric: 'total' })).toEqual([
      { country_id: 'Ash', metric: 10 },
      { country_id: 'Birk', metric: 4 },
    ])
    expect(await data(sales, { viz_type: 'sankey', groupby: ['city', 'kind'], metric: 'count' })).toContainEqual({
      source: 'Ash',
      target: 'y',
      value: 2,
    })
  })

  it('directed_force has links, chord has nodes and a square matrix', async () => {
    const links = { groupby: ['city', 'kind'], metric: 'total' }
    expect(await data(sales, { viz_type: 'directed_force', ...links })).toEqual([
      { source: 'Ash', target: 'y', value: 9 },
      { source: 'Birk', target: 'y', value: 4 },
      { source: 'Ash', target: 'x<b>', value: 1 },
    ])
    const form = { viz_type: 'chord', groupby: ['city'], columns: ['kind'], metric: 'total', sort_by_metric: true }
    expect(await data(sales, form)).toEqual({
      nodes: ['Ash', 'Birk', 'y', 'x<b>'],
      matrix: [
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [9, 4, 0, 0],
        [1, 0, 0, 0],
      ],
    })
  })
})
