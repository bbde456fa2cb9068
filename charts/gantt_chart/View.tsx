import { CustomChart } from 'echarts/charts'
import { DataZoomComponent, TitleComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback } from 'react'
import { barsOf, barText, ganttOption, ganttSummary } from './option.ts'
import type { GanttProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { EChart, type MarkEvent } from '#charts/shared/echarts/echarts.tsx'
import { markHandlers } from '#charts/shared/echarts/mark-handlers.tsx'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'

export { toProps } from './props.ts'

register([CustomChart, DataZoomComponent, TitleComponent])

export default function GanttView(props: GanttProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback((theme: ChartTheme) => ganttOption(picture, theme), [picture])
  const stops = {
    count: picture.bars.length,
    at: (at: number) => {
      const bar = picture.bars[at]
      const series = bar?.series ?? 0
      const dataIndex = bar ? barsOf(picture, series).indexOf(bar) : -1
      return {
        text: bar ? barText(picture, bar) : '',
        mark: { seriesId: `g${series}`, dataIndex },
        seriesIndex: series,
      }
    },
  }
  const selectionAt = ({ seriesId, dataIndex }: MarkEvent) =>
    barsOf(props, Number(seriesId.slice(1)))[dataIndex]?.selection
  return (
    <EChart
      option={option}
      width={props.width}
      height={props.height}
      theme={props.theme}
      summary={ganttSummary(props)}
      stops={stops}
      onRendered={props.onRendered}
      {...markHandlers(props, selectionAt)}
    />
  )
}
