import { CustomChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { waterfallMarks, waterfallOption, waterfallSummary } from './option.ts'
import { MAX_BARS, type WaterfallProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { type DrawOption, MarkChart } from '#charts/shared/echarts/MarkChart.tsx'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { t } from '#core/text/t.ts'

export { toProps } from './props.ts'

register([CustomChart])

export default function WaterfallView(props: WaterfallProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback<DrawOption>((theme, size) => waterfallOption({ ...picture, ...size }, theme), [picture])
  const marks = useMemo(() => waterfallMarks(picture), [picture])
  const note = props.left > 0 ? t('Showing the first %s of %s bars', MAX_BARS, MAX_BARS + props.left) : ''
  return <MarkChart canvas={props} option={option} marks={marks} summary={waterfallSummary(props)} note={note} />
}
