import { datasetsAnswer, placedChartsAnswer } from '#core/rest/data-shapes.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { HiddenChartAnswer } from '#core/rest/answers.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { presentDataset } from '#server/resources/shared/dataset.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { readableHeads } from '#server/resources/shared/readable-heads.ts'
import { presentSlice } from '#server/resources/shared/slice.ts'
import { presentOwned } from '#server/resources/shared/stamp.ts'
import { findDashboard } from './lookup.ts'
import { chartsAmong, hiddenAmong } from './seen-charts.ts'

/** The charts of a dashboard, and the datasets among theirs that the caller may read. */
export function partRoutes(resource: () => AnyResource, view: string): readonly Route[] {
  const policy = { permission: 'can_read', view }
  const of =
    (handler: (dashboard: Dashboard, request: RouteRequest) => Promise<RouteResponse>) =>
    async (request: RouteRequest): Promise<RouteResponse> =>
      handler(await findDashboard(resource(), request), request)
  return [
    { method: 'GET', path: '/:id/charts', policy, answers: { 200: placedChartsAnswer }, handler: of(charts) },
    { method: 'GET', path: '/:id/datasets', policy, answers: { 200: datasetsAnswer }, handler: of(datasets) },
  ]
}

/** Returns a chart the caller may not see: only that it has a position. */
function presentUnseen(id: number): HiddenChartAnswer {
  return { id, is_unseen: true }
}

async function charts(dashboard: Dashboard, request: RouteRequest): Promise<RouteResponse> {
  const { store, now } = request.context
  const all = await chartsAmong(store, dashboard.charts)
  const hidden = await hiddenAmong(dashboard.charts, request)
  const seen = all.filter(({ id }) => !hidden.has(id))
  const people = await loadUsers(store, seen)
  const heads = await readableHeads(seen, request)
  const result = all.map((chart) =>
    hidden.has(chart.id)
      ? presentUnseen(chart.id)
      : {
          ...presentOwned(chart, people, now()),
          ...presentSlice(chart, heads.get(chart.datasource_id), now()),
        },
  )
  return { status: 200, json: { result } }
}

async function datasets(dashboard: Dashboard, request: RouteRequest): Promise<RouteResponse> {
  const { store } = request.context
  const rows = await chartsAmong(store, dashboard.charts)
  const heads = await readableHeads(rows, request)
  const found = await Promise.all([...heads.keys()].map((id) => store.datasets.get(id)))
  const result = []
  for (const dataset of found) if (dataset) result.push(await presentDataset(dataset, request))
  return { status: 200, json: { result } }
}
