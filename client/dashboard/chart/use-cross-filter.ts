import type { Pick } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { session } from '#client/session/session.ts'
import { actions, formOf, useDashboard, useDashboardStore } from '../state/store.ts'

const nothing: readonly Pick[] = []

/** What is picked in a chart, and what to do with a new pick. Empty for charts that filter nothing. */
export function useCrossFilter(chartId: number): {
  picked?: readonly Pick[]
  onPick?: (picked: readonly Pick[]) => void
} {
  const store = useDashboardStore()
  const vizType = useDashboard((state) => state.charts[chartId]?.form_data.viz_type)
  const isEditing = useDashboard((state) => state.editMode)
  const state = useDashboard((all) => all.masks[String(chartId)]?.filterState)
  const type = vizType ? chartType(vizType) : undefined
  if (!type?.toMask || isEditing || !session().flags.DASHBOARD_CROSS_FILTERS) return {}
  return {
    picked: (state?.['picked'] as readonly Pick[] | undefined) ?? nothing,
    onPick: (picked) => {
      const form = formOf(store.getState(), chartId)
      if (!form || !type.toMask) return
      const mask = type.toMask(picked, form)
      actions.setMask(store, String(chartId), {
        ...store.getState().masks[String(chartId)],
        ...mask,
        id: String(chartId),
        filterState: { ...mask.filterState, picked },
      })
    },
  }
}
