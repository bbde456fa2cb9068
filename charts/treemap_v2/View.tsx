import { TreemapChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { batchedTreemapView, removeUnlabeled } from './batched-view.tsx'
import { treemapOption } from './option.ts'
import type { TreemapProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { batchedInstaller } from '#charts/shared/echarts/batched/batched-installer.tsx'
import { type DrawOption, MarkChart } from '#charts/shared/echarts/MarkChart.tsx'
import { nestedMarks, nestedNote, nestedSummary } from '#charts/shared/nested/nested-texts.ts'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { widthIn } from '#charts/shared/echarts/text-width.tsx'

export { toProps } from './props.ts'

register([batchedInstaller(TreemapChart, batchedTreemapView, removeUnlabeled)])

export default function TreemapView(props: TreemapProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback<DrawOption>(
    (theme, size) => treemapOption({ ...picture, ...size }, theme, widthIn(theme)),
    [picture],
  )
  const { tree, metric, format } = picture
  const summary = useMemo(() => nestedSummary(tree, metric, format), [tree, metric, format])
  const marks = useMemo(() => nestedMarks(picture.tree, 'treemap', picture.format), [picture])
  return <MarkChart canvas={props} option={option} marks={marks} summary={summary} note={nestedNote(props.tree)} />
}
