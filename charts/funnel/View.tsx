import { FunnelChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { lightFunnel } from './light-view.tsx'
import { funnelMarks, funnelNote, funnelOption, funnelSummary } from './option.ts'
import type { FunnelProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { withView } from '#charts/shared/echarts/light/light-view.tsx'
import { type DrawOption, MarkChart } from '#charts/shared/echarts/MarkChart.tsx'
import { usePicture } from '#charts/shared/echarts/picture.tsx'
import { widthIn } from '#charts/shared/echarts/text-width.tsx'

export { toProps } from './props.ts'

register([withView(FunnelChart, lightFunnel)])

export default function FunnelView(props: FunnelProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback<DrawOption>(
    (theme, size) => funnelOption({ ...picture, ...size }, theme, widthIn(theme)),
    [picture],
  )
  const marks = useMemo(() => funnelMarks(picture), [picture])
  return (
    <MarkChart canvas={props} option={option} marks={marks} summary={funnelSummary(props)} note={funnelNote(props)} />
  )
}
