import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { formDataOf } from '#client/dashboard/state/store.ts'
import type { Pick } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import type { QueryFilter } from '#core/query/query-object.ts'

/** What stands behind the marks picked in a chart; nothing where none is picked, or nothing stands behind them. */
export function conditionsOf(state: DashboardState, chartId: number): readonly QueryFilter[] {
  const form = formDataOf(state, chartId)
  const picked = state.masks[String(chartId)]?.filterState?.['picked'] as readonly Pick[] | undefined
  if (!form || !picked || picked.length === 0) return []
  return chartType(form.viz_type)?.toDrill?.(picked, form) ?? []
}
