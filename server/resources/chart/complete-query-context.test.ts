import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
/** May write charts and read the dataset, and owns nothing on it. */
let reader: Client
let dataset: number
let other: number

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const { store } = fixture.context
  const of = (value: number) => ({
    table_name: `of ${value}`,
    sql: `SELECT ${value} AS n`,
    columns: [{ column_name: 'n', type: 'INTEGER' }],
    metrics: [],
  })
  dataset = (await fixture.dataset(of(1))).id
  other = (await fixture.dataset(of(666))).id
  const role = await store.roles.create({ name: 'Reads one' }, null)
  await store.roles.addPairs(role.id, [['datasource_access', `[local].[of 1](id:${dataset})`]])
  reader = await fixture.as('Gamma', 'Reads one')
})
afterAll(() => fixture.close())

const params = JSON.stringify({ viz_type: 'table', query_mode: 'raw', all_columns: ['n'], row_limit: 10 })
const chart = (values: object = {}) => fixture.chart({ datasource_id: dataset, viz_type: 'table', params, ...values })
const question = (id: number, literal: string) => ({
  query_context: JSON.stringify({
    datasource: { id, type: 'table' },
    queries: [{ columns: [{ expressionType: 'SQL', sqlExpression: literal, label: 'n' }], row_limit: 1 }],
  }),
  query_context_generation: true,
})
const rows = async (id: number, client = admin) => {
  const answer = await client.get(`/api/v1/chart/${id}/data/`)
  return answer.statusCode === 200 ? answer.json().result[0].data : answer.statusCode
}
const put = (client: Client, id: number, body: object) => client.put(`/api/v1/chart/${id}`, body)

describe('the saved queries of a chart', () => {
  it('keeps the saved queries when a user only reads the chart', async () => {
    const { id } = await chart({ query_context: question(dataset, 'n + 1').query_context })
    expect(await rows(id)).toEqual([{ n: 2 }])
    for (const body of [question(dataset, '666'), question(other, 'n'), { query_context: null }]) {
      expect((await put(reader, id, body)).statusCode).toBe(403)
    }
    expect(await rows(id)).toEqual([{ n: 2 }])
    expect((await put(admin, id, question(dataset, 'n + 2'))).statusCode).toBe(200)
    expect(await rows(id)).toEqual([{ n: 3 }])
  })
})

describe('the queries of a chart that was saved without them', () => {
  it.each([
    ['of another expression', () => question(dataset, '666')],
    ['of another dataset', () => question(other, 'n')],
    ['that are invalid', () => ({ query_context: '{"queries":[]}', query_context_generation: true })],
    ['that are removed', () => ({ query_context: null })],
  ])('%s are generated from the form of the chart when a reader sends them', async (_, body) => {
    const { id } = await chart()
    expect(await rows(id)).toBe(400)
    const answer = await put(reader, id, body())
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toContain('666')
    expect(await rows(id)).toEqual([{ n: 1 }])
    expect(await rows(id, reader)).toEqual([{ n: 1 }])
    const stored = await fixture.context.store.charts.get(id)
    expect(stored).toMatchObject({ last_saved_by_fk: null, params, slice_name: expect.stringMatching(/^Chart/) })
    expect(JSON.parse(stored?.query_context ?? '').datasource).toEqual({ id: dataset, type: 'table' })
    expect((await put(reader, id, body())).statusCode).toBe(403)
  })

  it('generates queries without pages for a table that is paged by the server', async () => {
    const { id: letters } = await fixture.dataset({
      table_name: 'of three',
      sql: "SELECT * FROM (VALUES ('a'), ('b'), ('c')) AS t(n)",
      columns: [{ column_name: 'n', type: 'TEXT' }],
      metrics: [],
    })
    const paged = { viz_type: 'table', query_mode: 'raw', all_columns: ['n'], server_pagination: true }
    const form = JSON.stringify({ ...paged, server_page_length: 2, order_by_cols: ['["n", true]'] })
    const { id } = await chart({ datasource_id: letters, params: form })
    const { store } = fixture.context
    const role = await store.roles.create({ name: 'Reads three' }, null)
    await store.roles.addPairs(role.id, [['datasource_access', `[local].[of three](id:${letters})`]])
    const filling = { query_context: '{"queries":[]}', query_context_generation: true }
    expect((await put(await fixture.as('Gamma', 'Reads three'), id, filling)).statusCode).toBe(200)
    const answer = await admin.get(`/api/v1/chart/${id}/data/`)
    expect(answer.json().result.map(({ data }: { data: unknown }) => data)).toEqual([
      [{ n: 'a' }, { n: 'b' }, { n: 'c' }],
    ])
    const stored = JSON.parse((await fixture.context.store.charts.get(id))?.query_context ?? '')
    expect(stored.form_data).toMatchObject({ server_pagination: true, server_page_length: 2 })
  })

  it('generates no queries with other changes, for unknown chart types, or for users without access', async () => {
    const { id } = await chart()
    const body = question(dataset, 'n')
    expect((await put(reader, id, { ...body, slice_name: 'Taken' })).statusCode).toBe(403)
    expect((await put(reader, id, {})).statusCode).toBe(403)
    const unknown = await chart({ viz_type: 'of_tomorrow' })
    expect((await put(reader, unknown.id, body)).statusCode).toBe(403)
    const unseen = await chart({ datasource_id: other })
    expect((await put(reader, unseen.id, question(other, 'n'))).statusCode).toBe(404)
    for (const each of [id, unknown.id, unseen.id])
      expect((await fixture.context.store.charts.get(each))?.query_context).toBeNull()
  })

  it('takes queries from its owners as sent', async () => {
    const { id } = await chart({ owners: [reader.user?.userId as number] })
    const body = question(dataset, 'n + 5')
    expect((await put(reader, id, body)).statusCode).toBe(200)
    expect(await rows(id)).toEqual([{ n: 6 }])
  })
})
