import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { waitUntilUnused } from '#testing/duckdb-file.ts'

let fixture: DataFixture
let endless: number

beforeAll(async () => {
  fixture = await openDataFixture(
    ['CREATE TABLE many AS SELECT range AS n, hash(range) AS h FROM range(200000)'],
    Date.UTC(2024, 5, 15),
  )
  const sql = 'SELECT a.n FROM many a, many b WHERE a.h > b.h'
  const columns = [{ column_name: 'n', type: 'BIGINT' }]
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  endless = (await fixture.dataset({ table_name: 'endless', sql, columns, metrics })).id
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => fixture.close())

it('stops the query of a caller who disconnects, without a failure', async () => {
  const { port } = fixture.app.server.address() as AddressInfo
  const logged = vi.spyOn(console, 'error')
  const leaving = new AbortController()
  const requests = vi.spyOn(fixture.context.chartData, 'ask')
  const answer = fetch(`http://127.0.0.1:${port}/superset/explore_json/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await fixture.token('admin')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ form_data: { viz_type: 'dist_bar', datasource: `${endless}__table`, metrics: ['total'] } }),
    signal: leaving.signal,
  })
  answer.catch(() => {})
  await vi.waitFor(() => expect(requests).toHaveBeenCalled())
  leaving.abort()
  await expect(answer).rejects.toThrow('aborted')
  await expect(requests.mock.results[0]?.value).rejects.toThrow('aborted')
  // Writing waits until no query reads: it would wait for a query that still ran.
  await waitUntilUnused(fixture.context.chartData.sources, fixture.database)
  expect(logged).not.toHaveBeenCalled()
  logged.mockRestore()
})
