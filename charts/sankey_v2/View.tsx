import { SankeyChart } from 'echarts/charts'
import { TitleComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback } from 'react'
import { batchedSankeyView } from './batched-view.tsx'
import { sankeyOption } from './option.ts'
import type { SankeyProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { batchedInstaller } from '#charts/shared/echarts/batched/batched-installer.tsx'
import { LinksChart } from '#charts/shared/links/LinksChart.tsx'
import { usePainted, usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'

export { toProps } from './props.ts'

register([batchedInstaller(SankeyChart, batchedSankeyView), TitleComponent])

/** Replaces the picture of a cyclic flow, and names the link that closes the cycle. */
function Loop({
  loop: [from, to],
  onRendered,
}: { readonly loop: readonly [string, string] } & Pick<ChartViewProps, 'onRendered'>) {
  usePainted(from + to, onRendered)
  const words = "There's a loop in your Sankey, please provide a tree. Here's a faulty link: %s"
  return <EmptyState title={t(words, `('${from}', '${to}')`)} text={t('Remove one of the links of the loop.')} />
}

export default function SankeyView(props: SankeyProps & ChartViewProps) {
  const picture = usePicture(props)
  const option = useCallback((theme: ChartTheme) => sankeyOption(picture, theme), [picture])
  if (props.loop) return <Loop loop={props.loop} onRendered={props.onRendered} />
  return <LinksChart {...props} option={option} />
}
