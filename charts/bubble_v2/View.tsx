import { ScatterChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { bubbleMarks, bubbleNote, bubbleOption, bubbleSummary } from './option.ts'
import type { BubbleProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { type DrawOption, MarkChart } from '#charts/shared/echarts/MarkChart.tsx'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'

export { toProps } from './props.ts'

register([ScatterChart])

export default function BubbleView(props: BubbleProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback<DrawOption>((theme, size) => bubbleOption({ ...picture, ...size }, theme), [picture])
  const marks = useMemo(() => bubbleMarks(picture), [picture])
  return (
    <MarkChart canvas={props} option={option} marks={marks} summary={bubbleSummary(props)} note={bubbleNote(props)} />
  )
}
