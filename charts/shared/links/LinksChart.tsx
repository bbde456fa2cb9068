import { useMemo } from 'react'
import type { ChartViewProps, SelectedMark } from '#charts/chart.ts'
import { EChart, type MarkEvent } from '#charts/shared/echarts/echarts.tsx'
import { markHandlers } from '#charts/shared/echarts/mark-handlers.tsx'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { PictureContainer } from '#charts/shared/echarts/PictureContainer.tsx'
import type { Links } from './links.ts'
import { type NodeOrEdge, linksSummary, nodeText } from './link-texts.ts'

interface LinksChartProps extends ChartViewProps {
  readonly all: Links
  readonly format: string
  readonly option: (theme: ChartTheme) => Record<string, unknown>
}

/** A chart of nodes and links. Both can be selected with the pointer; keyboard navigation visits the nodes. */
export function LinksChart({ all, format, option, ...canvas }: LinksChartProps) {
  const summary = useMemo(() => linksSummary(all, format), [all, format])
  const stops = {
    count: all.nodes.length,
    at: (dataIndex: number) => ({
      text: nodeText(all, dataIndex, format),
      mark: { seriesId: 'links', dataIndex },
      seriesIndex: 0,
    }),
  }
  const selectionAt = (mark: MarkEvent & NodeOrEdge): SelectedMark | undefined =>
    (mark.dataType === 'edge' ? all.links : all.nodes)[mark.dataIndex]?.selection
  return (
    <PictureContainer isEmpty={all.links.length === 0}>
      <EChart
        option={option}
        width={canvas.width}
        height={canvas.height}
        theme={canvas.theme}
        summary={summary}
        stops={stops}
        onRendered={canvas.onRendered}
        {...markHandlers(canvas, selectionAt)}
      />
    </PictureContainer>
  )
}
