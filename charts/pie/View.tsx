import { PieChart } from 'echarts/charts'
import { TitleComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { pieMarks, pieNote, pieOption, pieSummary } from './option.ts'
import type { PieProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { type DrawOption, MarkChart } from '#charts/shared/echarts/MarkChart.tsx'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { widthIn } from '#charts/shared/echarts/text-width.tsx'

export { toProps } from './props.ts'

register([PieChart, TitleComponent])

export default function PieView(props: PieProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback<DrawOption>(
    (theme, size) => pieOption({ ...picture, ...size }, theme, widthIn(theme)),
    [picture],
  )
  const marks = useMemo(() => pieMarks(picture), [picture])
  return (
    <MarkChart
      canvas={props}
      option={option}
      marks={marks}
      summary={pieSummary(props)}
      note={pieNote(props)}
      isEmpty={props.total === 0}
    />
  )
}
