import { expect, it } from 'vitest'
import { reader } from '#testing/dashboard.ts'
import { mockResponses } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { duplicateChart, copyOfDashboard, copyOfDataset } from './copies.ts'

const posted = (calls: ReturnType<typeof mockResponses>) =>
  calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])

it('copies a chart with its query and description', async () => {
  const chart = {
    slice_name: 'Delays',
    viz_type: 'pie',
    datasource_id: 3,
    datasource_type: 'table',
    params: '{"a":1}',
    query_context: null,
    description: 'x',
    cache_timeout: 60,
    certified_by: 'Ann',
    owners: [{ id: 9 }],
  }
  const calls = mockResponses({ 'GET /api/v1/chart/4': { id: 4, result: chart }, 'POST /api/v1/chart/': { id: 5 } })
  await duplicateChart({ id: 4 })
  const { certified_by: _, owners: __, ...same } = chart
  expect(posted(calls)).toEqual([['/api/v1/chart/', { ...same, slice_name: 'Delays (copy)', copied_from: 4 }]])
})

it('A chart is copied with its tags by users who may tag', async () => {
  const chart = { slice_name: 'Delays', viz_type: 'pie', tags: [{ id: 7, name: 'sales', type: 1 }] }
  const answers = { 'GET /api/v1/chart/4': { id: 4, result: chart }, 'POST /api/v1/chart/': { id: 5 } }
  const tagsOf = async (...pairs: (readonly [string, string])[]) => {
    openSession({ user: reader(1, ...pairs) })
    const calls = mockResponses(answers)
    await duplicateChart({ id: 4 })
    return posted(calls).map(([, body]) => (body as { tags?: unknown }).tags)
  }
  expect(await tagsOf(['can_write', 'Tag'])).toEqual([[7]])
  expect(await tagsOf(['can_read', 'Tag'])).toEqual([undefined])
})

/** Returns the request that copies this dashboard, which contains the charts 3 and 8; the user may not see 9. */
async function copied(position_json: string | null) {
  const board = { id: 4, dashboard_title: 'Flights', css: null, json_metadata: '{"color_scheme":"x"}', position_json }
  const calls = mockResponses({
    'GET /api/v1/dashboard/4/charts': {
      result: [
        { id: 3, slice_name: 'Three', form_data: {} },
        { id: 8, slice_name: 'Eight', form_data: {} },
        { id: 9, is_unseen: true },
      ],
    },
    'GET /api/v1/dashboard/4': { result: board },
    'POST /api/v1/dashboard/4/copy/': { result: { id: 5 } },
  })
  await copyOfDashboard({ id: 4 })
  const [[path, body]] = posted(calls) as [[string, Record<string, string>]]
  const { positions, ...metadata } = JSON.parse(body['json_metadata'] ?? '') as {
    positions: Record<string, { meta?: { chartId?: number; width?: number } }>
  }
  const charts = Object.values(positions).flatMap(({ meta }) => (meta?.chartId ? [[meta.chartId, meta.width]] : []))
  return { path, body: { ...body, json_metadata: metadata }, charts }
}

it('Copies a dashboard with its layout and metadata; both dashboards contain the same charts', async () => {
  const chart = { type: 'CHART', children: [], meta: { chartId: 3, width: 7, height: 40 } }
  const stored = {
    GRID_ID: { type: 'GRID', children: ['ROW-a'] },
    'ROW-a': { type: 'ROW', children: ['CHART-a'] },
    'CHART-a': chart,
  }
  const { path, body, charts } = await copied(JSON.stringify(stored))
  expect([path, body]).toEqual([
    '/api/v1/dashboard/4/copy/',
    { dashboard_title: 'Flights (copy)', css: '', json_metadata: { color_scheme: 'x' }, duplicate_slices: false },
  ])
  expect(charts).toEqual([
    [3, 7],
    [8, 4],
  ])
})

it('A dashboard whose layout was never stored is copied with the charts it shows', async () => {
  expect((await copied(null)).charts).toEqual([
    [3, 4],
    [8, 4],
  ])
})

it('A dataset is copied under the first free name; other errors are reported', async () => {
  const taken = () => Response.json({ message: { table_name: ['Dataset already exists'] } }, { status: 422 })
  const free = ['sales (copy 3)']
  const calls = mockResponses({
    'POST /api/v1/dataset/duplicate': ({ body }: { body: { table_name: string } }) =>
      free.includes(body.table_name) ? { id: 9 } : taken(),
  })
  await copyOfDataset({ id: 4, table_name: 'sales' })
  expect(posted(calls).map(([, body]) => body)).toEqual(
    ['sales (copy)', 'sales (copy 2)', 'sales (copy 3)'].map((table_name) => ({ base_model_id: 4, table_name })),
  )
  const refusing = mockResponses({
    '/api/v1/dataset/duplicate': Response.json({ message: 'Forbidden' }, { status: 403 }),
  })
  await expect(copyOfDataset({ id: 4, table_name: 'sales' })).rejects.toMatchObject({ status: 403 })
  expect(refusing).toHaveLength(1)
})
