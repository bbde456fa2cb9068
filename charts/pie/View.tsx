import { PieChart } from 'echarts/charts'
import { TitleComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback } from 'react'
import { pieOption, pieSummary } from './option.ts'
import type { PieProps } from './props.ts'
import type { Canvas, PickHow } from '#charts/chart.ts'
import { EChart, type MarkEvent } from '#charts/shared/echarts.tsx'
import type { Ink } from '#charts/shared/ink.ts'
import { partText } from '#charts/shared/part-label.ts'
import { usePicture } from '#charts/shared/picture.tsx'
import type { WindowPoint } from '#ui/overlay/menu-point.ts'

export { toProps } from './props.ts'

register([PieChart, TitleComponent])

export default function PieView(props: PieProps & Canvas) {
  const { onPick, onMenu } = props
  const picture = usePicture(props)
  const option = useCallback((ink: Ink) => pieOption(picture, ink), [picture])
  const stops = {
    count: picture.slices.length,
    at: (dataIndex: number) => {
      const slice = picture.slices[dataIndex]
      const text = slice ? partText(slice, 'key_value_percent', picture.format) : ''
      return { text, mark: { seriesId: 'pie', dataIndex }, seriesIndex: 0 }
    },
  }
  const picking = ({ dataIndex }: MarkEvent) => {
    const pick = props.slices[dataIndex]?.pick
    return pick && Object.keys(pick).length > 0 ? pick : undefined
  }
  const onMark = (mark: MarkEvent, how: PickHow) => {
    const pick = picking(mark)
    if (pick) onPick?.(pick, how)
  }
  const onMarkMenu = (mark: MarkEvent, at: WindowPoint) => {
    const pick = picking(mark)
    if (pick) onMenu?.(pick, at)
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
      onMarkMenu={onMenu && onMarkMenu}
    />
  )
}
