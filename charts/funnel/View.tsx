import { FunnelChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { funnelMarks, funnelOption, funnelSummary } from './option.ts'
import { type FunnelProps, MOST_STEPS } from './props.ts'
import type { Canvas } from '#charts/chart.ts'
import { type DrawOption, MarkChart } from '#charts/shared/MarkChart.tsx'
import { usePicture } from '#charts/shared/picture.tsx'
import { t } from '#core/text/t.ts'

export { toProps } from './props.ts'

register([FunnelChart])

export default function FunnelView(props: FunnelProps & Canvas) {
  const picture = usePicture(props)
  const option = useCallback<DrawOption>((ink, size) => funnelOption({ ...picture, ...size }, ink), [picture])
  const marks = useMemo(() => funnelMarks(picture), [picture])
  const note = props.left > 0 ? t('The largest %s steps are drawn, %s more are not', MOST_STEPS, props.left) : ''
  return <MarkChart canvas={props} option={option} marks={marks} summary={funnelSummary(props)} note={note} />
}
