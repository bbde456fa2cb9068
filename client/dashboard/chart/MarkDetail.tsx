import { lazy, Suspense } from 'react'
import type { Pick } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { formOf, useDashboardStore } from '../state/store.ts'

const DetailDialog = lazy(() => import('./DetailDialog.tsx').then((module) => ({ default: module.DetailDialog })))

interface Props {
  readonly chartId: number
  readonly title: string
  readonly pick: Pick
  readonly onClose: () => void
}

/** The rows behind one mark. */
export function MarkDetail({ chartId, title, pick, onClose }: Props) {
  const store = useDashboardStore()
  const form = formOf(store.getState(), chartId)
  if (!form) return null
  const conditions = chartType(form.viz_type)?.toDrill?.([pick], form) ?? []
  return (
    <Suspense fallback={null}>
      <DetailDialog title={title} form={form} conditions={conditions} onClose={onClose} />
    </Suspense>
  )
}
