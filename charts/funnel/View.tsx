import { FunnelChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { batchedFunnelView } from './batched-view.tsx'
import { funnelMarks, funnelNote, funnelOption, funnelSummary } from './option.ts'
import type { FunnelProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { batchedInstaller } from '#charts/shared/echarts/batched/batched-installer.tsx'
import { type DrawOption, MarkChart } from '#charts/shared/echarts/MarkChart.tsx'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { widthIn } from '#charts/shared/echarts/text-width.tsx'

export { toProps } from './props.ts'

register([batchedInstaller(FunnelChart, batchedFunnelView)])

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
