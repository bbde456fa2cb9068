import type { SankeyProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { truncateLabel } from '#charts/shared/legend/legend.ts'
import { hiddenText } from '#charts/shared/links/links.ts'
import { highlightOf } from '#charts/shared/links/highlighted-links.ts'
import { hiddenLinksTitle, type NodeOrEdge, linkTooltip, noteHeight } from '#charts/shared/links/link-texts.ts'

type Props = SankeyProps & Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

const NODE = 14
/** The gap between nodes of a column; gaps take at most half of a low picture. In pixels. */
const GAP = 10
const LOW = 110
const BAND = 0.35
/** From this number of links on, the layout uses fewer iterations to reduce crossings. */
const MANY_LINKS = 1000
/** From this number of links on, bands are painted as one element. */
const MANY_BANDS = 1000
/** The opacity of marks that are not selected. */
const FADED = 0.3
/** The maximum length of a label in characters, and the maximum width in pixels. */
const LETTERS = 28
const LABEL_SHARE = 0.22

/** The style of a band. */
export interface BandStyle {
  readonly color: string
  readonly opacity: number
}

/** Returns the ECharts option of flows as bands between bars, from left to right. */
export function sankeyOption(props: Props, theme: ChartTheme): Record<string, unknown> {
  const { all } = props
  const colors = colorsFor(all.nodes, props, props.theme)
  const note = hiddenText(all)
  const label = Math.round(props.width * LABEL_SHARE)
  const highlighted = highlightOf(all, props)
  const isMany = all.links.length >= MANY_BANDS
  const opacityOf = (at: number): number => (highlighted.links[at] ? BAND : BAND * FADED)
  const bands = (at: number): BandStyle => ({ color: colors[all.links[at]?.from ?? -1] ?? '', opacity: opacityOf(at) })
  const series = {
    id: 'links',
    type: 'sankey',
    left: 0,
    right: label,
    top: 6,
    bottom: 6 + noteHeight(note),
    nodeWidth: NODE,
    nodeGap: props.height < LOW ? Math.min(GAP, props.height / (2 * Math.max(1, all.nodes.length))) : GAP,
    draggable: false,
    // Each iteration visits all links; the first ones have the most effect.
    layoutIterations: all.links.length > MANY_LINKS ? 6 : 32,
    emphasis: { focus: 'adjacency' },
    labelLayout: { hideOverlap: true },
    label: {
      color: theme.text,
      fontSize: 11,
      width: label - 8,
      overflow: 'truncate',
      formatter: ({ dataIndex }: NodeOrEdge) => truncateLabel(all.nodes[dataIndex]?.name ?? '', LETTERS),
    },
    lineStyle: { color: 'source', curveness: 0.5, opacity: BAND },
    data: all.nodes.map((node, index) => ({
      name: `n${index}`,
      value: node.value,
      itemStyle: { color: colors[index], borderWidth: 0, opacity: highlighted.nodes[index] ? 1 : FADED },
    })),
    bands: isMany ? bands : null,
    links: all.links.map((link, index) => ({
      source: link.from,
      target: link.to,
      value: link.value,
      ...(highlighted.links[index] ? {} : { lineStyle: { opacity: opacityOf(index) } }),
    })),
  }
  return {
    tooltip: linkTooltip(all, props.format, colors, theme),
    title: hiddenLinksTitle(note, theme),
    series: props.loop ? [] : [series],
  }
}
