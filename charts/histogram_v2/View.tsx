import { CustomChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { barMarks, binBrush, histogramNote, histogramOption, histogramSummary } from './option.ts'
import type { HistogramProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import type { Mark } from '#charts/shared/echarts/mark.ts'
import { type DrawOption, MarkChart } from '#charts/shared/echarts/MarkChart.tsx'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'

export { toProps } from './props.ts'

register([CustomChart])

export default function HistogramView(props: HistogramProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback<DrawOption>((theme, size) => histogramOption({ ...picture, ...size }, theme), [picture])
  const marks = useMemo(() => barMarks(picture), [picture])
  const brush = binBrush(props, props)
  const hasGroups = props.groups.some(({ selection }) => Object.keys(selection).length > 0)
  const onBin = ({ dataIndex }: Mark) => brush?.onBrush(dataIndex, dataIndex)
  return (
    <MarkChart
      canvas={props}
      option={option}
      marks={marks}
      summary={histogramSummary(props)}
      note={histogramNote(props)}
      brush={brush}
      onPress={brush && !hasGroups ? onBin : undefined}
    />
  )
}
