import { clipboardText } from '#client/chart/result-rows.ts'
import { resultDisplay } from '#client/chart/result-display.ts'
import { datasetDisplayOf } from '#client/chart/dataset-display.ts'
import { toTable } from '#core/query/result.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { datasetOf } from '../state/store.ts'

/** Returns the rows of a chart as tab-separated text; undefined without a result or the permission to export it. */
export function tileRows(state: DashboardState, chartId: number): string | undefined {
  const chart = state.charts[chartId]
  const answer = chart?.queriesResponse?.[0]
  if (!state.info.superset_can_csv || !answer) return undefined
  const table = toTable(answer)
  const display = resultDisplay(chart.sliceFormData ?? chart.form_data, datasetDisplayOf(datasetOf(state, chartId)))
  const rows = Array.from({ length: table.rowCount }, (_, row) => row)
  return clipboardText(table, rows, display.title)
}
