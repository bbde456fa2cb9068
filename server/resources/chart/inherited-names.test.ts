import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'] as const

let fixture: DataFixture
let admin: string
/** The ids of the datasets by the name of a column and a metric of theirs. */
const ids = new Map<string, number>()

beforeAll(async () => {
  const columns = NAMES.map((name, index) => `${index + 1} AS "${name}"`).join(', ')
  fixture = await openDataFixture(
    [`CREATE TABLE named AS SELECT ${columns}, TIMESTAMP '2024-01-01' AS at`],
    Date.UTC(2024, 5, 15),
  )
  for (const name of NAMES) {
    const { id } = await fixture.dataset({
      table_name: 'named',
      columns: [
        { column_name: name, type: 'INTEGER' },
        { column_name: 'at', type: 'TIMESTAMP', is_dttm: true },
      ],
      metrics: [{ metric_name: name, expression: 'COUNT(*)' }],
    })
    ids.set(name, id)
  }
  admin = await fixture.token('admin')
})
afterAll(() => fixture.close())

const ask = (name: string, query: object, more: object = {}) =>
  fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ datasource: { id: ids.get(name), type: 'table' }, queries: [query], ...more }),
  })

it.each(NAMES.map((name, index) => [name, index + 1] as const))(
  'returns the rows of a column named %s',
  async (name, value) => {
    const answer = await ask(name, { columns: [name], metrics: [] })
    expect([answer.statusCode, answer.json()['result'][0]['colnames']]).toEqual([200, [name]])
    // Parsed JSON holds the key `__proto__` as an own member.
    expect(Object.entries(answer.json()['result'][0]['data'][0])).toEqual([[name, value]])
  },
)

it.each(NAMES)('returns the value of a metric named %s', async (name) => {
  const answer = await ask(name, { columns: ['at'], metrics: [name], orderby: [[name, false]] })
  expect([answer.statusCode, answer.json()['result'][0]['colnames']]).toEqual([200, ['at', name]])
  expect(Object.entries(answer.json()['result'][0]['data'][0]).at(-1)).toEqual([name, 1])
})

it.each(NAMES)('writes the name of a column %s into the headings of CSV and Excel files', async (name) => {
  const csv = await ask(name, { columns: [name], metrics: [] }, { result_format: 'csv' })
  expect([csv.statusCode, csv.body.split('\n')[0]]).toEqual([200, name])
  const xlsx = await ask(name, { columns: [name], metrics: [] }, { result_format: 'xlsx' })
  const texts = Object.entries(unzipSync(xlsx.rawPayload)).map(([, bytes]) => strFromU8(bytes))
  expect(xlsx.statusCode).toBe(200)
  expect(texts.some((text) => text.includes(`>${name}<`))).toBe(true)
  expect(texts.filter((text) => text.includes('native code'))).toEqual([])
})

it.each(NAMES)('rejects the time grain %s, and names it', async (grain) => {
  const axis = { label: 'at', sqlExpression: 'at', timeGrain: grain, columnType: 'BASE_AXIS' }
  const queries = [
    { columns: [axis], metrics: ['constructor'] },
    {
      columns: [],
      metrics: ['constructor'],
      is_timeseries: true,
      granularity: 'at',
      extras: { time_grain_sqla: grain },
    },
  ]
  for (const query of queries) {
    const answer = await ask('constructor', query)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain(`The database cannot group time by ${grain}`)
  }
})

it.each(NAMES)('rejects a processing step, aggregate or filter operator named %s', async (name) => {
  const base = { columns: ['at'], metrics: ['constructor'] }
  for (const query of [
    { ...base, post_processing: [{ operation: name, options: {} }] },
    {
      ...base,
      post_processing: [
        {
          operation: 'aggregate',
          options: { groupby: ['at'], aggregates: { n: { operator: name, column: 'constructor' } } },
        },
      ],
    },
    { ...base, filters: [{ col: 'at', op: name, val: 1 }] },
    { ...base, columns: ['at', name === 'constructor' ? 'toString' : name] },
  ]) {
    const answer = await ask('constructor', query)
    expect([query, answer.statusCode]).toEqual([query, 400])
  }
})

it.each(NAMES)('answers the time range %s like any text without bounds', async (range) => {
  const answer = await ask('constructor', {
    columns: [],
    metrics: ['constructor'],
    granularity: 'at',
    time_range: range,
  })
  expect([answer.statusCode, Object.entries(answer.json()['result'][0]['data'][0])]).toEqual([
    200,
    [['constructor', 1]],
  ])
})

it('lists a table whose columns have such names, without comments', async () => {
  const answer = await fixture.app.inject({
    url: `/api/v1/database/${fixture.database.id}/table/named/main/`,
    headers: { authorization: `Bearer ${admin}` },
  })
  const columns = answer.json<{ columns: readonly { name: string; comment: unknown }[] }>().columns
  expect(columns.map(({ name, comment }) => [name, comment])).toEqual([...NAMES, 'at'].map((name) => [name, null]))
})
