import { lazy, useMemo } from 'react'
import { createExplorePermalink } from '#calls/permalinks.ts'
import { factsOf } from '#client/chart/facts.ts'
import { resultLook } from '#client/chart/result-look.ts'
import { CHART_FRAME } from '#client/shell/embed-code.ts'
import { conditionsOf } from '../state/picked-conditions.ts'
import { datasetOf, formOf, useDashboard, useDashboardStore } from '../state/store.ts'

const QueryDialog = lazy(() =>
  import('#client/chart/QueryDialog.tsx').then((module) => ({ default: module.QueryDialog })),
)
const CrossFilterScope = lazy(() =>
  import('./CrossFilterScope.tsx').then((module) => ({ default: module.CrossFilterScope })),
)
const DetailDialog = lazy(() => import('./DetailDialog.tsx').then((module) => ({ default: module.DetailDialog })))
const TableDialog = lazy(() =>
  import('#client/chart/TableDialog.tsx').then((module) => ({ default: module.TableDialog })),
)
const CopyChartDialog = lazy(() =>
  import('./CopyChartDialog.tsx').then((module) => ({ default: module.CopyChartDialog })),
)

const EmbedDialog = lazy(() =>
  import('#client/shell/EmbedDialog.tsx').then((module) => ({ default: module.EmbedDialog })),
)

const ChartProperties = lazy(() =>
  import('./ChartProperties.tsx').then((module) => ({ default: module.ChartProperties })),
)

export type ShownDialog = 'query' | 'table' | 'detail' | 'scope' | 'copy' | 'properties' | 'embed'

interface Props {
  readonly chartId: number
  readonly title: string
  readonly shown: ShownDialog
  readonly onClose: () => void
}

/** The dialog of a chart that is open. */
export function ChartDialog({ chartId, title, shown, onClose }: Props) {
  const store = useDashboardStore()
  const chart = useDashboard((state) => state.charts[chartId])
  const dataset = useDashboard((state) => datasetOf(state, chartId))
  const asked = chart?.latestQueryFormData ?? chart?.form_data
  const look = useMemo(() => asked && resultLook(asked, factsOf(dataset)), [asked, dataset])
  if (!chart || !asked || !look) return null
  if (shown === 'properties') return <ChartProperties chartId={chartId} onClose={onClose} />
  if (shown === 'scope') return <CrossFilterScope chartId={chartId} title={title} onClose={onClose} />
  if (shown === 'copy') return <CopyChartDialog chartId={chartId} title={title} onClose={onClose} />
  if (shown === 'embed')
    return (
      <EmbedDialog
        makeLink={() => createExplorePermalink(formOf(store.getState(), chartId) ?? asked)}
        frame={CHART_FRAME}
        onClose={onClose}
      />
    )
  if (shown === 'query')
    return <QueryDialog form={asked} answers={chart.queriesResponse} titleOf={look.title} onClose={onClose} />
  if (shown === 'table')
    return (
      chart.queriesResponse && (
        <TableDialog title={title} answers={chart.queriesResponse} form={asked} look={look} onClose={onClose} />
      )
    )
  const form = formOf(store.getState(), chartId)
  return (
    form && (
      <DetailDialog title={title} form={form} conditions={conditionsOf(store.getState(), chartId)} onClose={onClose} />
    )
  )
}
