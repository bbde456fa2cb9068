import { GraphChart } from 'echarts/charts'
import { TitleComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback } from 'react'
import { lightGraph } from './light-view.tsx'
import { graphOption } from './option.ts'
import { plainGraph, plainStrokes } from './plain-links.tsx'
import type { GraphProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { withView } from '#charts/shared/echarts/light/light-view.tsx'
import { LinksChart } from '#charts/shared/links/LinksChart.tsx'
import { usePicture } from '#charts/shared/echarts/picture.tsx'

export { toProps } from './props.ts'

register([withView(GraphChart, lightGraph, plainStrokes, plainGraph), TitleComponent])

export default function GraphView(props: GraphProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback((theme: ChartTheme) => graphOption(picture, theme), [picture])
  return <LinksChart {...props} option={option} />
}
