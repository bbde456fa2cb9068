import { useMemo } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import { createExplorePermalink } from '#calls/permalinks.ts'
import { datasetDisplayOf } from '#client/chart/dataset-display.ts'
import { resultDisplay } from '#client/chart/result-display.ts'
import { CHART_FRAME } from '#client/shell/embed-code.ts'
import { selectionConditions } from '../drilling/selection-conditions.ts'
import { datasetOf, useDashboard, useDashboardStore } from '../state/store.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

const QueryDialog = onDemand(() => import('#client/chart/QueryDialog.tsx').then((module) => module.QueryDialog))
const CrossFilterScope = onDemand(() => import('./CrossFilterScope.tsx').then((module) => module.CrossFilterScope))
const DetailDialog = onDemand(() => import('./DetailDialog.tsx').then((module) => module.DetailDialog))
const TableDialog = onDemand(() => import('#client/chart/TableDialog.tsx').then((module) => module.TableDialog))
const CopyChartDialog = onDemand(() => import('./CopyChartDialog.tsx').then((module) => module.CopyChartDialog))

const EmbedDialog = onDemand(() => import('#client/shell/EmbedDialog.tsx').then((module) => module.EmbedDialog))

const ChartProperties = onDemand(() => import('./ChartProperties.tsx').then((module) => module.ChartProperties))

export type ChartDialogName = 'query' | 'table' | 'detail' | 'scope' | 'copy' | 'properties' | 'embed'

interface Props {
  readonly chartId: number
  readonly title: string
  readonly shown: ChartDialogName
  readonly onClose: () => void
}

/** The open dialog of a chart. */
export function ChartDialog({ chartId, title, shown, onClose }: Props) {
  const store = useDashboardStore()
  const chart = useDashboard((state) => state.charts[chartId])
  const dataset = useDashboard((state) => datasetOf(state, chartId))
  const requestedForm = chart?.latestQueryFormData ?? chart?.form_data
  const look = useMemo(
    () => requestedForm && resultDisplay(requestedForm, datasetDisplayOf(dataset)),
    [requestedForm, dataset],
  )
  if (!chart || !requestedForm || !look) return null
  if (shown === 'properties') return <ChartProperties chartId={chartId} onClose={onClose} />
  if (shown === 'scope') return <CrossFilterScope chartId={chartId} title={title} onClose={onClose} />
  if (shown === 'copy') return <CopyChartDialog chartId={chartId} title={title} onClose={onClose} />
  if (shown === 'embed')
    return (
      <EmbedDialog
        makeLink={() => createExplorePermalink(formDataOf(store.getState(), chartId) ?? requestedForm)}
        frame={CHART_FRAME}
        onClose={onClose}
      />
    )
  if (shown === 'query')
    return <QueryDialog form={requestedForm} answers={chart.queriesResponse} titleOf={look.title} onClose={onClose} />
  if (shown === 'table')
    return (
      chart.queriesResponse && (
        <TableDialog title={title} answers={chart.queriesResponse} form={requestedForm} look={look} onClose={onClose} />
      )
    )
  const form = formDataOf(store.getState(), chartId)
  return (
    form && (
      <DetailDialog
        title={title}
        form={form}
        conditions={selectionConditions(store.getState(), chartId)}
        onClose={onClose}
      />
    )
  )
}
