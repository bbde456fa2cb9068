import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateForm, findChartType } from '#charts/index.ts'
import { legacyShape } from '#charts/legacy.ts'
import { baseQuery } from '#core/form/base-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { exampleCharts, formOf } from '#testing/example-charts/example-charts.ts'
import { exampleRows, rowsFor } from '#testing/example-charts/rows.ts'

/** Charts stored under a former name of their type. */
const older = Object.entries(exampleCharts).flatMap(([version, all]) =>
  all
    .filter(({ viz_type }) => findChartType(viz_type) !== undefined && findChartType(viz_type)?.type !== viz_type)
    .map((each) => ({ version, ...each })),
)

let fixture: DataFixture
let token: string
const datasets = new Map<string, number>()

async function send(method: 'POST' | 'PUT', url: string, payload: object) {
  const reply = await fixture.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, payload })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply.json<{ id: number; result: readonly { data: readonly Row[] }[]; data: unknown; status: string }>()
}

type Row = Readonly<Record<string, unknown>>

beforeAll(async () => {
  fixture = await openDataFixture([], Date.UTC(2024, 5, 15))
  token = await fixture.token('admin')
  for (const { name, sql, timeColumn } of exampleRows) {
    const draft = { database: fixture.database.id, schema: 'main', table_name: name, sql }
    const { id } = await send('POST', '/api/v1/dataset/', draft)
    if (timeColumn !== null) await send('PUT', `/api/v1/dataset/${id}`, { main_dttm_col: timeColumn })
    datasets.set(name, id)
  }
})
afterAll(() => fixture.close())

/** Returns the rows of a result before binning or post-processing, independent of row and column order. */
async function numbers(dataset: number, query: QueryObject): Promise<readonly string[]> {
  const { post_processing: _, value_bins: __, ...plain } = query
  const context = { datasource: { id: dataset, type: 'table' }, queries: [plain], result_type: 'full' }
  const { result } = await send('POST', '/api/v1/chart/data', context)
  const rows = result[0]?.data ?? []
  return rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))).toSorted()
}

describe.each(older.map((each) => [`${each.slice_name} (${each.viz_type}, ${each.version})`, each] as const))(
  '%s',
  (_, stored) => {
    it('queries the same numbers before and after its migration', async () => {
      const form = formOf(stored)
      const dataset = datasets.get(rowsFor(stored).name) ?? 0
      const old = legacyShape(stored.viz_type)?.query?.(form) ?? baseQuery(form)
      const [today] = findChartType(stored.viz_type)?.toQueries(migrateForm(form)) ?? []
      const before = await numbers(dataset, old)
      expect(before.length).toBeGreaterThan(0)
      expect(await numbers(dataset, today ?? {})).toEqual(before)
    })
  },
)
