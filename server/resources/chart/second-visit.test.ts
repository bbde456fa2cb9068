import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COLUMNS_MEDIA_TYPE, type FrameHead } from '#core/query/result.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

const CHARTS = 12
const ROWS = 2000

let fixture: DataFixture
let admin: string
let dataset: number

beforeAll(async () => {
  fixture = await openDataFixture(
    [`CREATE TABLE places AS SELECT 'place ' || hash(range) AS place, range AS n FROM range(${ROWS})`],
    Date.UTC(2024, 5, 15),
  )
  const columns = [
    { column_name: 'place', type: 'VARCHAR' },
    { column_name: 'n', type: 'BIGINT' },
  ]
  dataset = (await fixture.dataset({ table_name: 'places', columns })).id
  admin = await fixture.token('admin')
})
afterAll(() => fixture.close())

/**
 * Requests all charts of a dashboard at once. Returns the compressed chunks of the response, and the bytes of all else.
 */
async function visit(): Promise<{ readonly packed: readonly Buffer[]; readonly otherRequests: number }> {
  const items = Array.from({ length: CHARTS }, (_, chart) => ({
    id: String(chart),
    query_context: {
      datasource: { id: dataset, type: 'table' },
      queries: [{ columns: ['place', 'n'], row_limit: ROWS, filters: [{ col: 'n', op: '>=', val: chart }] }],
    },
  }))
  const { rawPayload } = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data/batch',
    headers: { authorization: `Bearer ${admin}`, accept: COLUMNS_MEDIA_TYPE, 'accept-encoding': 'gzip' },
    payload: { items },
  })
  const packed: Buffer[] = []
  for (let at = 0; at < rawPayload.length; ) {
    const line = rawPayload.indexOf('\n', at)
    const { status, pieces = [], length } = JSON.parse(rawPayload.subarray(at, line).toString()) as FrameHead
    expect(status).toBe(200)
    let from = line + 1
    for (const piece of pieces) {
      if (piece.encoding === 'gzip') packed.push(rawPayload.subarray(from, from + piece.length))
      from += piece.length
    }
    at = line + 1 + length + 1
  }
  return { packed, otherRequests: rawPayload.length - packed.reduce((sum, { length }) => sum + length, 0) }
}

it('a second visit of a dashboard sends hardly more than its compressed data', async () => {
  const first = await visit()
  const again = await visit()
  expect(again.packed).toHaveLength(CHARTS)
  const sent = again.packed.reduce((sum, { length }) => sum + length, 0)
  const once = again.packed.reduce((sum, piece) => sum + gzipSync(gunzipSync(piece)).length, 0)
  expect(sent / once).toBeLessThanOrEqual(1.05)
  // Headers, the executed SQL and its cost: at most 2 kB per chart.
  expect(again.otherRequests).toBeLessThan(CHARTS * 2000)
  const rows = (all: readonly Buffer[]) => all.map((piece) => gunzipSync(piece).length).toSorted((a, b) => a - b)
  expect(rows(again.packed)).toEqual(rows(first.packed))
  expect(Math.min(...rows(again.packed))).toBeGreaterThan(ROWS * 20)
})
