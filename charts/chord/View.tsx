import { ChordChart } from 'echarts/charts'
import { TitleComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback } from 'react'
import { chordOption } from './option.ts'
import type { ChordProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { LinksChart } from '#charts/shared/links/LinksChart.tsx'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'

export { toProps } from './props.ts'

register([ChordChart, TitleComponent])

export default function ChordView(props: ChordProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback((theme: ChartTheme) => chordOption(picture, theme), [picture])
  return <LinksChart {...props} option={option} />
}
