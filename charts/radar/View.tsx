import { RadarChart } from 'echarts/charts'
import { RadarComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { radarMarks, radarNote, radarOption, radarSummary } from './option.ts'
import type { RadarProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { type DrawOption, MarkChart } from '#charts/shared/echarts/MarkChart.tsx'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'

export { toProps } from './props.ts'

register([RadarChart, RadarComponent])

export default function RadarView(props: RadarProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback<DrawOption>((theme, size) => radarOption({ ...picture, ...size }, theme), [picture])
  const marks = useMemo(() => radarMarks(picture), [picture])
  return (
    <MarkChart canvas={props} option={option} marks={marks} summary={radarSummary(props)} note={radarNote(props)} />
  )
}
