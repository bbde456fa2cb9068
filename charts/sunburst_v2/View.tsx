import { SunburstChart } from 'echarts/charts'
import { TitleComponent, VisualMapContinuousComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { sunburstOption, mergeThinParts, thinPartsNote } from './option.ts'
import type { SunburstProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { type DrawOption, MarkChart } from '#charts/shared/echarts/MarkChart.tsx'
import { nestedMarks, nestedNote, nestedSummary } from '#charts/shared/nested/nested-texts.ts'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { widthIn } from '#charts/shared/echarts/text-width.tsx'

export { toProps } from './props.ts'

register([SunburstChart, TitleComponent, VisualMapContinuousComponent])

export default function SunburstView(props: SunburstProps & ChartViewProps) {
  const whole = usePicture(props)
  const picture = useMemo(() => mergeThinParts(whole), [whole])
  const option = useCallback<DrawOption>(
    (theme, size) => sunburstOption({ ...picture, ...size }, theme, widthIn(theme)),
    [picture],
  )
  const { tree, metric, format } = whole
  const summary = useMemo(() => nestedSummary(tree, metric, format), [tree, metric, format])
  const marks = useMemo(() => nestedMarks(picture.tree, 'sunburst', picture.format), [picture])
  return (
    <MarkChart
      canvas={props}
      option={option}
      marks={marks}
      summary={summary}
      note={[nestedNote(props.tree), thinPartsNote(whole, picture)].filter(Boolean).join('. ')}
    />
  )
}
