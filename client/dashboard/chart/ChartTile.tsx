import { memo, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { LazyMarkdown } from '#client/dashboard/markdown/LazyMarkdown.tsx'
import { t } from '#core/text/t.ts'
import { truncateLines } from '#core/text/truncate.ts'
import { VisiblePagePartsContext } from '#client/shell/visible-page-parts.ts'
import { type PictureExport, PictureExportContext } from '#charts/picture-export.tsx'
import { chartType } from '#charts/index.ts'
import { type ChartState, hasNetworkFailure, isServerFailure } from '#client/chart/chart-state.ts'
import { CertificationMarks } from '#client/properties/CertificationMarks.tsx'
import { datasetDisplayOf } from '#client/chart/dataset-display.ts'
import { Card } from '#ui/display/Card.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import type { LayoutNode } from '#core/layout/node.ts'
import { FilterBox } from '../filter-box/FilterBox.tsx'
import { isFilterBox } from '../state/filter-box/filter-boxes.ts'
import { datasetOf, useDashboard } from '../state/store.ts'
import { ChartPicture } from './ChartPicture.tsx'
import { ChartFooter } from './ChartFooter.tsx'
import { ChartMenu, useCardMenu } from './ChartMenu.tsx'
import { FilterBadge } from './FilterBadge.tsx'
import styles from './ChartTile.module.css'
import { DrillPath } from './DrillPath.tsx'
import { useSnapshotStrip } from './SnapshotStrip.tsx'
import { useDashboardColors } from './use-dashboard-colors.ts'
import { useFullWindow } from './use-escape.ts'
import { LoadNearViewport, useLoadChart } from './load-chart.ts'

interface HolderProps {
  readonly node: LayoutNode
  readonly tools?: ReactNode
}

/** True if the card renders the same for both props. Position and size belong to the box around it. */
const isSameCard = ({ node: a, tools }: HolderProps, { node: b, tools: others }: HolderProps): boolean =>
  tools === others &&
  a.meta.chartId === b.meta.chartId &&
  a.meta.sliceNameOverride === b.meta.sliceNameOverride &&
  a.meta.sliceName === b.meta.sliceName

/** The placeholder of a deleted chart. It keeps its position until the layout is changed. */
function MissingChart({ title, tools }: { readonly title: string; readonly tools: ReactNode }) {
  return (
    <Card title={title} actions={tools}>
      <EmptyState
        size="sm"
        title={t('Chart unavailable')}
        text={t("It was deleted, or you don't have access to its dataset.")}
      />
    </Card>
  )
}

/** The placeholder of a chart that the user may not see. It names the person to contact and nothing of the chart. */
function HiddenChart({ tools }: { readonly tools: ReactNode }) {
  const owners = useDashboard((state) => state.info.owners)
  const self = useDashboard((state) => state.info.userId)
  const names = owners.filter(({ id }) => id !== self).map((owner) => `${owner.first_name} ${owner.last_name}`.trim())
  return (
    <Card actions={tools} ariaLabel={t('A chart you may not see')}>
      <EmptyState
        size="sm"
        icon="lock"
        title={t('You may not see this chart')}
        text={
          names.length > 0
            ? t('Ask %s or an administrator for access to its data.', names.join(', '))
            : t('Ask an administrator for access to its data.')
        }
      />
    </Card>
  )
}

function Description({ text }: { readonly text: string }) {
  return (
    <div className={styles['description']}>
      <LazyMarkdown code={text} />
    </div>
  )
}

interface CardProps {
  readonly chart: ChartState
  readonly title: string
  readonly tools: React.ReactNode
}

const TileLoadState = memo(function TileLoadState({ chartId }: { readonly chartId: number }) {
  const slice = useDashboard((state) => state.slices[chartId])
  return (
    <CertificationMarks
      certifiedBy={slice?.certified_by}
      details={slice?.certification_details}
      isManaged={slice?.is_managed_externally}
      home={slice?.external_url}
    />
  )
})

function ChartCard({ chart, title, tools }: CardProps) {
  const box = useRef<HTMLDivElement>(null)
  const [visibleRows, setVisibleRows] = useState<number>()
  const [drawn, setDrawn] = useState<PictureExport>()
  const description = useDashboard((state) => state.slices[chart.id]?.description ?? undefined)
  const isDescribed = useDashboard((state) => state.described.includes(chart.id))
  const details = datasetDisplayOf(useDashboard((state) => datasetOf(state, chart.id)))
  const { earlier, strip } = useSnapshotStrip(chart, { details, colors: useDashboardColors() })
  const { hasChartControls } = useContext(VisiblePagePartsContext)
  const isFull = useFullWindow(chart.id)
  const ask = useLoadChart(chart.id)
  const onRetry = useCallback(() => void ask(false), [ask])
  const onReload = useCallback(() => ask(true), [ask])
  const isFigure = chartType(chart.form_data.viz_type)?.meta.frame === 'figure'
  const { onContextMenu, ...clicked } = useCardMenu()
  const menu = hasChartControls && (
    <ChartMenu chartId={chart.id} title={title} onReload={onReload} drawn={drawn} {...clicked} />
  )
  return (
    <Card
      title={title}
      description={isFigure || isDescribed ? undefined : description && truncateLines(description, 1)}
      isLoading={chart.chartStatus === 'loading' && chart.queriesResponse !== null}
      isDimmed={earlier ? false : undefined}
      strip={strip}
      isStale={hasNetworkFailure(chart) || isServerFailure(chart)}
      actions={
        <>
          <TileLoadState chartId={chart.id} />
          <FilterBadge chartId={chart.id} answers={chart.queriesResponse} />
          {tools ?? menu}
        </>
      }
      isTitleQuiet={isFigure}
      isFooterAlways
      footer={isFigure ? undefined : <ChartFooter chart={chart} visibleRows={visibleRows} />}
      className={isFull ? styles['full'] : undefined}
      ariaLabel={title}
      onContextMenu={menu && !tools ? onContextMenu : undefined}
    >
      <div ref={box} className={styles['inside']} data-chart={chart.id} data-full-chart={isFull || undefined}>
        <DrillPath chartId={chart.id} />
        {isDescribed && description && <Description text={description} />}
        <div className={styles['picture']}>
          <PictureExportContext value={setDrawn}>
            <ChartPicture
              chart={chart}
              earlier={earlier}
              title={title}
              onRetry={onRetry}
              onVisibleRows={setVisibleRows}
            />
          </PictureExportContext>
        </div>
      </div>
      {/* Rendered after the box, which it measures on mount. */}
      <LoadNearViewport chartId={chart.id} box={box} ask={ask} />
    </Card>
  )
}

/** A chart on the dashboard: a card with header, filter indicators, drawing and footer. */
export const ChartHolder = memo(function ChartHolder({ node, tools }: HolderProps) {
  const chartId = node.meta.chartId ?? -1
  const chart = useDashboard((state) => state.charts[chartId])
  const name = useDashboard((state) => state.slices[chartId]?.slice_name)
  const isUnseen = useDashboard((state) => state.unseen.includes(chartId))
  if (isUnseen) return <HiddenChart tools={tools} />
  const title = node.meta.sliceNameOverride || name || node.meta.sliceName || t('Untitled chart')
  if (isFilterBox(chart?.form_data.viz_type)) return <FilterBox chartId={chartId} title={title} tools={tools} />
  return chart ? <ChartCard chart={chart} title={title} tools={tools} /> : <MissingChart title={title} tools={tools} />
}, isSameCard)
