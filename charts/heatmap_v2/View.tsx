import { CustomChart } from 'echarts/charts'
import { VisualMapContinuousComponent, VisualMapPiecewiseComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { cellMarks, columnBrush, heatmapOption, heatmapSummary } from './option.ts'
import { type HeatmapProps, MAX_CELLS } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { type DrawOption, MarkChart } from '#charts/shared/echarts/MarkChart.tsx'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { t } from '#core/text/t.ts'

export { toProps } from './props.ts'

register([CustomChart, VisualMapContinuousComponent, VisualMapPiecewiseComponent])

export default function HeatmapView(props: HeatmapProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback<DrawOption>((theme, size) => heatmapOption({ ...picture, ...size }, theme), [picture])
  const marks = useMemo(() => cellMarks(picture), [picture])
  const summary = useMemo(() => heatmapSummary(picture), [picture])
  const note = props.left > 0 ? t('Showing the first %s of %s cells', MAX_CELLS, MAX_CELLS + props.left) : ''
  return (
    <MarkChart
      canvas={props}
      option={option}
      marks={marks}
      summary={summary}
      note={note}
      brush={columnBrush(props, props)}
    />
  )
}
