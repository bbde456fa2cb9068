import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { datasetOf } from '#client/dashboard/state/store.ts'
import { chartIdsOf } from '#core/layout/charts.ts'
import { parseDatasource } from '#core/form/form-data.ts'

type PlacedCharts = Pick<DashboardState, 'layout' | 'charts'>

const datasetIdOf = ({ charts }: PlacedCharts, chartId: number) =>
  parseDatasource(charts[chartId]?.form_data.datasource)?.id

/** Returns the charts of the dashboard on other datasets; charts with an unknown dataset are excluded. */
export function chartsOfOtherDatasets(state: PlacedCharts, datasetId: number): number[] {
  return chartIdsOf(state.layout).filter((id) => {
    const own = datasetIdOf(state, id)
    return own !== undefined && own !== datasetId
  })
}

/** True if the user may configure the filters of the dashboard. */
export function canConfigureFilters(info: DashboardState['info']): boolean {
  return info.hasNativeFilters && info.dash_edit_perm && !info.isManagedExternally
}

/** Returns the charts of the dashboard on a dataset. */
export function chartsOfDataset(state: PlacedCharts, datasetId: number): number[] {
  return chartIdsOf(state.layout).filter((id) => datasetIdOf(state, id) === datasetId)
}

/** Returns the dataset used by most charts of the dashboard, and the charts on other datasets. */
export function mostUsedDataset(state: DashboardState): {
  readonly datasetId: number | undefined
  readonly others: readonly number[]
} {
  const counts = new Map<number, number>()
  for (const chartId of chartIdsOf(state.layout)) {
    const id = datasetOf(state, chartId)?.id
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
  const datasetId = first?.[0]
  return { datasetId, others: datasetId === undefined ? [] : chartsOfOtherDatasets(state, datasetId) }
}
