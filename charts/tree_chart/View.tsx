import { TreeChart } from 'echarts/charts'
import { TitleComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback } from 'react'
import { markAt, nodeAt, treeOption, treeSummary, treeText } from './option.ts'
import type { TreeProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { EChart, type MarkEvent } from '#charts/shared/echarts/echarts.tsx'
import { markHandlers } from '#charts/shared/echarts/mark-handlers.tsx'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { batchedInstaller } from '#charts/shared/echarts/batched/batched-installer.tsx'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'

export { toProps } from './props.ts'

register([batchedInstaller(TreeChart), TitleComponent])

export default function TreeView(props: TreeProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback((theme: ChartTheme) => treeOption(picture, theme), [picture])
  const stops = {
    count: picture.nodes.length,
    at: (at: number) => ({
      text: treeText(picture, at),
      mark: { seriesId: 'tree', dataIndex: markAt(at) },
      seriesIndex: 0,
    }),
  }
  const selectionAt = ({ dataIndex }: MarkEvent) => props.nodes[nodeAt(dataIndex)]?.selection
  return (
    <EChart
      option={option}
      width={props.width}
      height={props.height}
      theme={props.theme}
      summary={treeSummary(props)}
      stops={stops}
      onRendered={props.onRendered}
      {...markHandlers(props, selectionAt)}
    />
  )
}
