import { afterEach, expect, it, vi } from 'vitest'
import { addChartToState } from '#client/dashboard/edit/add-chart.ts'
import { actions, createDashboardStore } from '#client/dashboard/state/store.ts'
import type { SavedChart } from '#client/dashboard/edit/state/saved-charts.ts'
import { openDashboard } from '#testing/dashboard.ts'

const requested: string[] = []

afterEach(() => {
  vi.unstubAllGlobals()
  requested.length = 0
})

function answering(): void {
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    return new Response(JSON.stringify({ id: 77, table_name: 'trips' }))
  })
}

const chart = (id: number): SavedChart => ({
  id,
  slice_name: `Chart ${id}`,
  viz_type: 'table',
  params: {},
  datasource_id: 77,
  datasource_type: 'table',
})

it('E-DATASET-29: fetches the dataset of an added chart, unless it is loaded', async () => {
  answering()
  const store = createDashboardStore(openDashboard({}))
  actions.datasetsArrived(store, 1)
  addChartToState(store, chart(501))
  expect(store.getState().datasetsStatus).toBe('loading')
  await vi.waitFor(() => expect(store.getState().datasets[77]?.table_name).toBe('trips'))
  await vi.waitFor(() => expect(store.getState().datasetsStatus).toBe('complete'))
  expect(requested).toEqual(['/superset/fetch_datasource_metadata?datasourceKey=77__table'])
  addChartToState(store, chart(502))
  expect(store.getState().slices[502]?.slice_name).toBe('Chart 502')
  expect(requested).toHaveLength(1)
})
