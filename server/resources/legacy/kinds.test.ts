import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChartType } from '#charts/chart.ts'
import { charts } from '#charts/index.ts'
import { legacyShape } from '#charts/legacy.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

const all: readonly ChartType[] = charts

let fixture: DataFixture
let flights: number
let token: string

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      `CREATE TABLE flights AS SELECT * FROM (VALUES
        (TIMESTAMP '2001-01-05', TIMESTAMP '2001-01-06', 'USA', 'AA', 10.5, 20.5, 3),
        (TIMESTAMP '2001-02-05', TIMESTAMP '2001-02-07', 'FRA', 'UA', 11.5, 21.5, 4))
        v(date, arrival, origin, carrier, latitude, longitude, late)`,
    ],
    Date.UTC(2024, 5, 15),
  )
  const time = (column_name: string) => ({ column_name, type: 'TIMESTAMP', is_dttm: true })
  const columns = [
    time('date'),
    time('arrival'),
    ...['origin', 'carrier'].map((column_name) => ({ column_name, type: 'VARCHAR' })),
    ...['latitude', 'longitude'].map((column_name) => ({ column_name, type: 'DOUBLE' })),
  ]
  const metrics = [
    { metric_name: 'count', expression: 'COUNT(*)' },
    { metric_name: 'delay', expression: 'SUM(late)' },
  ]
  flights = (await fixture.dataset({ table_name: 'flights', main_dttm_col: 'date', columns, metrics })).id
  for (const slice_name of ['First', 'Second']) {
    const form = { metrics: ['count'], granularity_sqla: 'date', time_grain_sqla: 'P1M' }
    await fixture.context.store.charts.create(
      {
        slice_name,
        viz_type: 'line',
        datasource_type: 'table',
        datasource_id: flights,
        params: JSON.stringify(form),
      },
      null,
    )
  }
  token = await fixture.token('admin')
})
afterAll(() => fixture.close())

async function answer(form: object) {
  const reply = await fixture.app.inject({
    method: 'POST',
    url: '/superset/explore_json/',
    headers: { authorization: `Bearer ${token}` },
    payload: { form_data: { datasource: `${flights}__table`, ...form } },
  })
  return { status: reply.statusCode, body: reply.json<{ error: unknown; data: unknown; rowcount: number }>() }
}

/** True for plain rows: a list of objects with a value per column name. */
const isRows = (data: unknown): boolean =>
  Array.isArray(data) && data.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))

describe.each(all.map((chart) => [chart.type, chart] as const))('%s', (type, { examples }) => {
  it.each(examples.map((example, at) => [at, example] as const))(
    'C-LEGACY-01: explore_json returns rows for example %s, in the legacy shape of its type',
    async (_, example) => {
      const { status, body } = await answer({ viz_type: type, ...example })
      expect([status, body.error ?? null]).toEqual([200, null])
      expect(body.rowcount).toBeGreaterThan(0)
      expect(body.data).not.toBeNull()
      if (legacyShape(type) === undefined) expect(isRows(body.data)).toBe(true)
      else expect(JSON.stringify(body.data)).not.toBe('[]')
    },
  )
})
