import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import type { SelectedMark } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import type { QueryFilter } from '#core/query/query-object.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

/** Returns the filter conditions of the selected marks of a chart; empty without a selection or without conditions. */
export function selectionConditions(state: DashboardState, chartId: number): readonly QueryFilter[] {
  const form = formDataOf(state, chartId)
  const picked = state.masks[String(chartId)]?.filterState?.['picked'] as readonly SelectedMark[] | undefined
  if (!form || !picked || picked.length === 0) return []
  return chartType(form.viz_type)?.toDrillFilters?.(picked, form) ?? []
}
