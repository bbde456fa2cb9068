import { BoxplotChart, ScatterChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { boxMarks, omittedBoxesNote, boxOption, boxSummary, outlierMarks } from './option.ts'
import type { BoxPlotProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { type DrawOption, MarkChart } from '#charts/shared/echarts/MarkChart.tsx'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'

export { toProps } from './props.ts'

register([BoxplotChart, ScatterChart])

export default function BoxPlotView(props: BoxPlotProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback<DrawOption>((theme, size) => boxOption({ ...picture, ...size }, theme), [picture])
  const marks = useMemo(() => boxMarks(picture), [picture])
  const silent = useMemo(() => outlierMarks(picture), [picture])
  return (
    <MarkChart
      canvas={props}
      option={option}
      marks={marks}
      silent={silent}
      summary={boxSummary(props)}
      note={omittedBoxesNote(props)}
    />
  )
}
