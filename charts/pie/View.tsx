import { PieChart } from 'echarts/charts'
import { TitleComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback } from 'react'
import { pieOption, pieSummary, sliceText } from './option.ts'
import type { PieProps } from './props.ts'
import type { Canvas } from '#charts/chart.ts'
import { EChart, type MarkEvent } from '#charts/shared/echarts.tsx'
import type { Ink } from '#charts/shared/ink.ts'
import { usePicture } from '#charts/shared/picture.tsx'
import { togglePick } from '#charts/shared/pick-mask.ts'

register([PieChart, TitleComponent])

export default function PieView(props: PieProps & Canvas) {
  const { picked, onPick } = props
  const picture = usePicture(props)
  const option = useCallback((ink: Ink) => pieOption(picture, ink), [picture])
  const stops = {
    count: picture.slices.length,
    at: (dataIndex: number) => {
      const slice = picture.slices[dataIndex]
      const text = slice ? sliceText(slice, 'key_value_percent', picture.format) : ''
      return { text, mark: { seriesId: 'pie', dataIndex }, seriesIndex: 0 }
    },
  }
  const onMark = (mark: MarkEvent) => {
    const pick = props.slices[mark.dataIndex]?.pick
    if (pick && Object.keys(pick).length > 0) onPick?.(togglePick(picked ?? [], pick))
  }
  return (
    <EChart
      option={option}
      width={props.width}
      height={props.height}
      theme={props.theme}
      summary={pieSummary(props)}
      stops={stops}
      onRendered={props.onRendered}
      onMark={onPick && onMark}
    />
  )
}
