import { GaugeChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { gaugeMarks, gaugeOption, gaugeSummary } from './option.ts'
import { type GaugeProps, MAX_POINTERS } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { type DrawOption, MarkChart } from '#charts/shared/echarts/MarkChart.tsx'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { t } from '#core/text/t.ts'

export { toProps } from './props.ts'

register([GaugeChart])

export default function GaugeView(props: GaugeProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback<DrawOption>((theme, size) => gaugeOption({ ...picture, ...size }, theme), [picture])
  const marks = useMemo(() => gaugeMarks(picture), [picture])
  const note = props.left > 0 ? t('Showing the first %s of %s values', MAX_POINTERS, MAX_POINTERS + props.left) : ''
  return <MarkChart canvas={props} option={option} marks={marks} summary={gaugeSummary(props)} note={note} />
}
