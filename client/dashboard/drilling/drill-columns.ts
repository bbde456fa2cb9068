import { drillOf } from '#client/dashboard/state/drill-path.ts'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { datasetOf } from '#client/dashboard/state/store.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel } from '#core/query/query-object.ts'
import type { DatasetColumnResponse } from '#core/rest/responses.ts'

/**
 * Returns the columns that a chart can be drilled by: groupable columns of its dataset that are neither shown nor fixed
 * by the drill path.
 */
export function drillColumns(state: DashboardState, chartId: number, form: FormData): readonly DatasetColumnResponse[] {
  const columns = datasetOf(state, chartId)?.columns ?? []
  const fixed = drillOf(state.masks[String(chartId)]).flatMap(({ pick }) => Object.keys(pick))
  const taken = new Set([...queryFields(form).columns.map(columnLabel), ...fixed])
  return columns.filter(({ column_name, groupby }) => groupby !== false && !taken.has(column_name))
}
