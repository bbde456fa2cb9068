import { useMemo } from 'react'
import type { ChartViewProps, SelectedMark } from '#charts/chart.ts'
import { EChart, type MarkEvent } from '#charts/shared/echarts/echarts.tsx'
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
  const { onPick, onMenu } = canvas
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
    (mark.dataType === 'edge' ? all.links : all.nodes)[mark.dataIndex]?.pick
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
        onMark={
          onPick &&
          ((mark, how) => {
            const pick = selectionAt(mark)
            if (pick) onPick(pick, how)
          })
        }
        onMarkMenu={
          onMenu &&
          ((mark, at) => {
            const pick = selectionAt(mark)
            if (pick) onMenu(pick, at)
          })
        }
      />
    </PictureContainer>
  )
}
