import { ChartPropertiesDialog } from '#client/properties/ChartPropertiesDialog.tsx'
import { withCharts } from '#core/layout/charts.ts'
import type { ChartResponse } from '#core/rest/responses.ts'
import { newSuffix } from '../state/new-suffix.ts'
import { withoutUndo } from '../state/edit.ts'
import { type DashboardStore, useDashboardStore } from '../state/store.ts'

/** Updates the stored properties of a chart in the dashboard; its data and filters stay. */
function takeChart(store: DashboardStore, chart: ChartResponse): void {
  const { id, slice_name } = chart
  const savedFields = {
    slice_name,
    description: chart.description ?? null,
    certified_by: chart.certified_by ?? null,
    certification_details: chart.certification_details ?? null,
    cache_timeout: chart.cache_timeout ?? null,
    owners: chart.owners ?? [],
  }
  withoutUndo(store, () =>
    store.setState(({ slices, layout }) => {
      const known = slices[id]
      if (!known) return {}
      const named = withCharts(layout, [{ chartId: id, sliceName: slice_name }], newSuffix)
      return { slices: { ...slices, [id]: { ...known, ...savedFields } }, layout: named }
    }),
  )
}

/** The properties dialog of a chart on the dashboard. */
export function ChartProperties({ chartId, onClose }: { readonly chartId: number; readonly onClose: () => void }) {
  const store = useDashboardStore()
  return <ChartPropertiesDialog id={chartId} onClose={onClose} onSaved={(chart) => takeChart(store, chart)} />
}
