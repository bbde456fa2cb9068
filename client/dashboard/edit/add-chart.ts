import { fetchDatasourceMetadata } from '#calls/datasets.ts'
import { migrateForm, findChartType } from '#charts/index.ts'
import { makeNode } from '#core/layout/make-node.ts'
import type { LayoutNode } from '#core/layout/node.ts'
import type { DashboardChartResponse } from '#core/rest/responses.ts'
import { chartAdded, newChart } from '#client/chart/chart-state.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { SavedChart } from './state/saved-charts.ts'
import { actions, type DashboardStore } from '../state/store.ts'
import { newSuffix } from '#client/dashboard/state/new-suffix.ts'

/** The size of a big-number chart, smaller than other charts. */
const FIGURE = { width: 3, height: 16 }

/** Returns a new layout node for a saved chart. */
export function chartBox(chart: SavedChart): LayoutNode {
  return makeNode('CHART', newSuffix, {
    chartId: chart.id,
    sliceName: chart.slice_name,
    ...(chart.uuid ? { uuid: chart.uuid } : {}),
    ...(findChartType(chart.viz_type)?.meta.frame === 'figure' ? FIGURE : {}),
  })
}

/** Adds a saved chart to the dashboard state, so that its box can draw it at once. */
export function addChartToState(store: DashboardStore, chart: SavedChart): void {
  const { slices, charts, datasets } = store.getState()
  if (charts[chart.id]) return
  const key = `${chart.datasource_id}__${chart.datasource_type}`
  const form_data: FormData = {
    ...chart.params,
    slice_id: chart.id,
    viz_type: chart.viz_type,
    datasource: key,
  }
  const slice: DashboardChartResponse = {
    id: chart.id,
    slice_name: chart.slice_name,
    form_data,
    description: chart.description ?? null,
  }
  store.setState({
    slices: { ...slices, [chart.id]: slice },
    charts: chartAdded(charts, newChart(chart.id, migrateForm(form_data))),
  })
  if (datasets[chart.datasource_id]) return
  // Column labels and formats come from the dataset. Until it loads, or if loading fails, columns show as stored.
  store.setState({ datasetsStatus: 'loading' })
  void fetchDatasourceMetadata(key)
    .then(
      (dataset) => store.setState((state) => ({ datasets: { ...state.datasets, [dataset.id]: dataset } })),
      () => undefined,
    )
    .then(() => actions.datasetsArrived(store, Date.now()))
}
