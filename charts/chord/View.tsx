import { ChordChart } from 'echarts/charts'
import { TitleComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback } from 'react'
import { chordOption } from './option.ts'
import type { ChordProps } from './props.ts'
import type { Canvas } from '#charts/chart.ts'
import type { Ink } from '#charts/shared/echarts/ink.ts'
import { LinksChart } from '#charts/shared/links/LinksChart.tsx'
import { usePicture } from '#charts/shared/echarts/picture.tsx'

export { toProps } from './props.ts'

register([ChordChart, TitleComponent])

export default function ChordView(props: ChordProps & Canvas) {
  const picture = usePicture(props)
  const option = useCallback((ink: Ink) => chordOption(picture, ink), [picture])
  return <LinksChart {...props} option={option} />
}
