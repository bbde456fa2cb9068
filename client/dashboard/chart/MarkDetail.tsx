import { onDemand } from '#client/shell/on-demand.tsx'
import type { SelectedMark } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { datasetOf, useDashboardStore } from '../state/store.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

/** The dialog of rows; the menu that leads to it fetches its code. */
export const DetailRows = onDemand(() => import('./DetailDialog.tsx').then((module) => module.DetailDialog))

interface Props {
  readonly chartId: number
  readonly title: string
  readonly selection: SelectedMark
  readonly onClose: () => void
}

/** The rows behind one mark. */
export function MarkDetail({ chartId, title, selection, onClose }: Props) {
  const store = useDashboardStore()
  const state = store.getState()
  const requestedForm = formDataOf(state, chartId)
  if (!requestedForm) return null
  const main = datasetOf(state, chartId)?.main_dttm_col
  // If the form names no time column, use the main time column of the dataset.
  const form = !requestedForm.granularity_sqla && main ? { ...requestedForm, granularity_sqla: main } : requestedForm
  const conditions = chartType(form.viz_type)?.toDrillFilters?.([selection], form) ?? []
  return <DetailRows title={title} form={form} conditions={conditions} onClose={onClose} />
}
