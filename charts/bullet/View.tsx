import { CustomChart } from 'echarts/charts'
import { TitleComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { bulletMarks, bulletNote, bulletOption, bulletSummary } from './option.ts'
import type { BulletProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { type DrawOption, MarkChart } from '#charts/shared/echarts/MarkChart.tsx'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'

export { toProps } from './props.ts'

register([CustomChart, TitleComponent])

export default function BulletView(props: BulletProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback<DrawOption>((theme, size) => bulletOption({ ...picture, ...size }, theme), [picture])
  const marks = useMemo(() => bulletMarks(picture), [picture])
  return (
    <MarkChart canvas={props} option={option} marks={marks} summary={bulletSummary(props)} note={bulletNote(props)} />
  )
}
