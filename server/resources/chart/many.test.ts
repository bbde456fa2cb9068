import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let itemsDataset: number
let token: string

beforeAll(async () => {
  fixture = await openDataFixture(['CREATE TABLE things AS SELECT range AS n FROM range(1000)'], Date.UTC(2024, 5, 15))
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  itemsDataset = (
    await fixture.dataset({ table_name: 'things', columns: [{ column_name: 'n', type: 'BIGINT' }], metrics })
  ).id
  token = await fixture.token('admin')
})
afterAll(() => fixture.close())

const COUNT = 40
const question = (n: number) => ({ columns: [], metrics: ['total'], filters: [{ col: 'n', op: '<', val: n }] })
const datasource = () => ({ id: itemsDataset, type: 'table' })

it.each([
  [
    'one batch',
    '/api/v1/chart/data/batch',
    () => ({
      items: Array.from({ length: COUNT }, (_, n) => ({
        id: String(n),
        query_context: { datasource: datasource(), queries: [question(n)] },
      })),
    }),
  ],
  [
    'one context',
    '/api/v1/chart/data',
    () => ({ datasource: datasource(), queries: Array.from({ length: COUNT }, (_, n) => question(-n)) }),
  ],
])('many queries in %s cause no warning about event listeners', async (_what, url, body) => {
  const warnings: string[] = []
  const warn = (warning: Error) => void warnings.push(warning.name)
  process.on('warning', warn)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fixture.app.inject({ method: 'POST', url, headers, payload: body() })
  // Warnings are emitted in a later turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', warn)
  expect([answer.statusCode, warnings]).toEqual([200, []])
  expect(answer.body.match(/"rowcount":1\b/g)).toHaveLength(COUNT)
})
