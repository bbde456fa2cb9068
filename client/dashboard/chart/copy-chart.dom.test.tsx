import { expect, it } from 'vitest'
import { reader } from '#testing/dashboard.ts'
import { mockResponses } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { copyChart } from './copy-chart.ts'

const chart = {
  id: 7,
  slice_name: 'Sales',
  viz_type: 'table',
  params: '{}',
  datasource_id: 3,
  datasource_type: 'table',
  owners: [],
  tags: [{ id: 4, name: 'weekly' }],
}

/** Returns the tags sent when the chart is copied to a dashboard as a new chart. */
async function sentTags(...pairs: readonly [string, string][]): Promise<unknown> {
  openSession({ user: reader(1, ['can_write', 'Chart'], ...pairs) })
  const calls = mockResponses({
    'POST /api/v1/chart/': { id: 9, result: {} },
    '/api/v1/chart/9': { id: 9, result: { ...chart, id: 9 } },
    '/api/v1/chart/7': { id: 7, result: chart },
    '/api/v1/dashboard/2': { id: 2, result: { id: 2, position_json: null, json_metadata: null } },
  })
  await copyChart({ chartId: 7, dashboardId: 2, containerId: 'GRID_ID', isOwn: true })
  const made = calls.find(({ method }) => method === 'POST')
  expect(made?.body).toMatchObject({ copied_from: 7 })
  return (made?.body as { tags?: unknown } | undefined)?.tags ?? 'none'
}

it('a chart copied to a dashboard keeps its tags, for users who may tag', async () => {
  expect(await sentTags(['can_write', 'Tag'])).toEqual([4])
  expect(await sentTags()).toBe('none')
})
