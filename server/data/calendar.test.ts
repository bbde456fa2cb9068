import { afterAll, beforeAll, expect, it } from 'vitest'
import { COLUMNS_MEDIA_TYPE } from '#core/query/result.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

const day = (text: string) => Date.parse(text)
const axis = (timeGrain: string) => ({ label: 'day', sqlExpression: 'at', columnType: 'BASE_AXIS', timeGrain })
const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' }

let fixture: DataFixture
let id: number
beforeAll(async () => {
  fixture = await openDataFixture(
    [
      `CREATE TABLE events AS SELECT CAST(moment AS TIMESTAMPTZ) AS at FROM (VALUES
        ('2024-01-01 14:00:00+00'), ('2024-01-01 15:00:00+00'),
        ('2024-01-02 14:59:00+00'), ('2024-01-02 15:00:00+00')) v(moment)`,
    ],
    day('2024-06-15'),
  )
  const columns = [{ column_name: 'at', type: 'TIMESTAMP WITH TIME ZONE', is_dttm: true }]
  const extra = JSON.stringify({ time_zone: 'Asia/Tokyo', week_start: 7 })
  id = (await fixture.dataset({ table_name: 'events', main_dttm_col: 'at', columns, extra })).id
})
afterAll(() => fixture.close())

async function send(query: object, more: object = {}) {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${await fixture.token('admin', 'Admin')}`, accept: COLUMNS_MEDIA_TYPE },
    payload: { datasource: { id, type: 'table' }, queries: [query], ...more },
  })
  expect(answer.statusCode, answer.payload).toBe(200)
  return answer
}

async function ask(query: object) {
  const answer = await send({ metrics: [count], orderby: [['day', true]], ...query })
  const [entry] = answer.json<{ result: { columns: unknown[][]; time_zone?: string }[] }>().result
  return { columns: entry?.columns, zone: entry?.time_zone }
}

it('counts instants by the days of the time zone of the dataset, and names the zone', async () => {
  // 15:00 in UTC is midnight in Tokyo.
  expect(await ask({ columns: [axis('P1D')] })).toEqual({
    columns: [
      [day('2024-01-01'), day('2024-01-02'), day('2024-01-03')],
      [1, 2, 1],
    ],
    zone: 'Asia/Tokyo',
  })
})

it('filters instants by the same days', async () => {
  const filters = [{ col: 'at', op: 'TEMPORAL_RANGE', val: '2024-01-02 : 2024-01-03' }]
  expect((await ask({ columns: [axis('P1D')], filters })).columns).toEqual([[day('2024-01-02')], [2]])
  const older = { granularity: 'at', time_range: '2024-01-02 : 2024-01-03' }
  expect((await ask({ columns: [axis('P1D')], ...older })).columns).toEqual([[day('2024-01-02')], [2]])
})

it('caches results of different zones separately', async () => {
  const query = { columns: [axis('P1D')] }
  expect((await ask({ ...query, extras: { time_zone: 'UTC' } })).columns).toEqual([
    [day('2024-01-01'), day('2024-01-02')],
    [2, 2],
  ])
  expect((await ask({ ...query, extras: { time_zone: 'Europe/Berlin' } })).zone).toBe('Europe/Berlin')
  expect((await ask(query)).columns?.[1]).toEqual([1, 2, 1])
})

it('begins the grain Week on the first day of the week of the dataset', async () => {
  // 2024-01-01 was a Monday.
  expect((await ask({ columns: [axis('P1W')] })).columns).toEqual([[day('2023-12-31')], [4]])
  const monday = { columns: [axis('P1W')], extras: { week_start: 1 } }
  expect((await ask(monday)).columns).toEqual([[day('2024-01-01')], [4]])
})

it('exports instants on the clocks of the zone', async () => {
  const csv = (await send({ columns: ['at'], orderby: [['at', true]] }, { result_format: 'csv' })).payload
  expect(csv.trim().split('\n')).toEqual([
    'at',
    '2024-01-01 23:00:00',
    '2024-01-02 00:00:00',
    '2024-01-02 23:59:00',
    '2024-01-03 00:00:00',
  ])
})

it('returns times of annotations as stored, and those of layers in the zone of their own dataset', async () => {
  const { store } = fixture.context
  const layer = (await store.annotationLayers.create({ name: 'Shifts', descr: null }, null)).id
  const nine = day('2024-01-02T09:00Z')
  await store.annotations.create({ layer_id: layer, short_descr: 'Early', start_dttm: nine, end_dttm: nine }, null)
  const columns = [{ column_name: 'at', type: 'TIMESTAMP WITH TIME ZONE', is_dttm: true }]
  const inUtc = (await fixture.dataset({ table_name: 'events', schema: 'main', main_dttm_col: 'at', columns })).id
  const layerOver = async (datasource_id: number) => {
    const query = { columns: ['at'], metrics: [], orderby: [['at', true]], row_limit: 1 }
    const query_context = JSON.stringify({ datasource: { id: datasource_id, type: 'table' }, queries: [query] })
    const draft = { slice_name: 'First', viz_type: 'table', datasource_id, datasource_type: 'table', query_context }
    return (await store.charts.create(draft, null)).id
  }
  const event = { annotationType: 'EVENT', sourceType: 'table', show: true }
  const annotation_layers = [
    { ...event, name: 'stored', sourceType: 'NATIVE', value: layer },
    { ...event, name: 'Tokyo', value: await layerOver(id) },
    { ...event, name: 'UTC', value: await layerOver(inUtc) },
  ]
  const answer = await send({ columns: [axis('P1D')], metrics: [count], annotation_layers })
  const [entry] = answer.json<{ result: { annotation_data: Record<string, { records: object[] }> }[] }>().result
  expect(entry?.annotation_data['stored']?.records).toMatchObject([{ start_dttm: nine, end_dttm: nine }])
  // The first event is at 14:00 in UTC, which is 23:00 in Tokyo.
  expect(entry?.annotation_data['Tokyo']?.records).toEqual([{ at: day('2024-01-01T23:00Z') }])
  expect(entry?.annotation_data['UTC']?.records).toEqual([{ at: day('2024-01-01T14:00Z') }])
})
