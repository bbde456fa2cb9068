import { GraphChart } from 'echarts/charts'
import { TitleComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback } from 'react'
import { batchedGraphView } from './batched-view.tsx'
import { graphOption } from './option.ts'
import { sharedLinkModel, skipLinkColors } from './shared-link-model.tsx'
import type { GraphProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { batchedInstaller } from '#charts/shared/echarts/batched/batched-installer.tsx'
import { LinksChart } from '#charts/shared/links/LinksChart.tsx'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'

export { toProps } from './props.ts'

register([batchedInstaller(GraphChart, batchedGraphView, skipLinkColors, sharedLinkModel), TitleComponent])

export default function GraphView(props: GraphProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback((theme: ChartTheme) => graphOption(picture, theme), [picture])
  return <LinksChart {...props} option={option} />
}
