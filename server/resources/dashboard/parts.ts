import type { Dashboard } from '#core/entity/dashboard.ts'
import type { Answer, AnyResource, Asked, Route } from '#server/resources/resource.ts'
import { presentDataset } from '#server/resources/shared/dataset.ts'
import { loadPeople } from '#server/resources/shared/people.ts'
import { readableHeads } from '#server/resources/shared/readable-heads.ts'
import { presentSlice } from '#server/resources/shared/slice.ts'
import { presentOwned } from '#server/resources/shared/stamp.ts'
import { findDashboard } from './lookup.ts'

/** The charts of a dashboard, and those of their datasets whose data the caller may read. */
export function partRoutes(resource: () => AnyResource, view: string): readonly Route[] {
  const policy = { permission: 'can_read', view }
  const of =
    (act: (dashboard: Dashboard, asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> =>
      act(await findDashboard(resource(), asked), asked)
  return [
    { method: 'GET', path: '/:id/charts', policy, act: of(charts) },
    { method: 'GET', path: '/:id/datasets', policy, act: of(datasets) },
  ]
}

async function chartsOf(dashboard: Dashboard, asked: Asked) {
  const { store } = asked.context
  const { rows } = await store.charts.list({ where: { col: 'id', op: 'in', value: dashboard.charts } })
  return rows
}

async function charts(dashboard: Dashboard, asked: Asked): Promise<Answer> {
  const { store, now } = asked.context
  const rows = await chartsOf(dashboard, asked)
  const people = await loadPeople(store, rows)
  const heads = await readableHeads(rows, asked)
  const result = rows.map((chart) => ({
    ...presentOwned(chart, people, now()),
    ...presentSlice(chart, heads.get(chart.datasource_id), now()),
  }))
  return { status: 200, json: { result } }
}

async function datasets(dashboard: Dashboard, asked: Asked): Promise<Answer> {
  const { store } = asked.context
  const rows = await chartsOf(dashboard, asked)
  const heads = await readableHeads(rows, asked)
  const found = await Promise.all([...heads.keys()].map((id) => store.datasets.get(id)))
  const result = []
  for (const dataset of found) if (dataset) result.push(await presentDataset(dataset, asked))
  return { status: 200, json: { result } }
}
