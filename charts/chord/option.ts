import type { ChordProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { truncateLabel } from '#charts/shared/legend/legend.ts'
import { hiddenText } from '#charts/shared/links/links.ts'
import { highlightOf } from '#charts/shared/links/highlighted-links.ts'
import { hiddenLinksTitle, type NodeOrEdge, linkTooltip, noteHeight } from '#charts/shared/links/link-texts.ts'

type Props = ChordProps & Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

const RING = 14
const LETTERS = 18
/** The width of a letter of a label, in pixels. */
const LETTER = 6
const BAND = 0.35
/** The opacity of marks that are not selected. */
const FADED = 0.3
/** The minimum outer radius of a ring with names around it, in pixels. */
const MIN_LABELLED_RADIUS = 36
/** The minimum share of the total for a node to have a label. */
const LABELLED = 0.012

/** Returns the ECharts option of nodes around a ring and bands between them. */
export function chordOption(props: Props, theme: ChartTheme): Record<string, unknown> {
  const { all, width, height } = props
  const colors = colorsFor(all.nodes, props, props.theme)
  const highlighted = highlightOf(all, props)
  const note = hiddenText(all)
  const longest = Math.max(0, ...all.nodes.map(({ name }) => Math.min(LETTERS, name.length)))
  const neighbor = Math.min(longest * LETTER + 8, width / 4)
  const room = height - noteHeight(note)
  const labelled = Math.min(width / 2 - neighbor, room / 2 - 18)
  const hasLabels = labelled >= MIN_LABELLED_RADIUS
  const outer = hasLabels ? labelled : Math.max(RING, Math.min(width, room) / 2 - 2)
  const sum = all.nodes.reduce((total, { value }) => total + value, 0)
  const series = {
    id: 'links',
    type: 'chord',
    center: [width / 2, room / 2],
    radius: [outer - Math.min(RING, outer / 3), outer],
    padAngle: all.nodes.length > 60 ? 0.5 : 2,
    emphasis: { focus: 'adjacency' },
    label: {
      color: theme.text,
      fontSize: 11,
      formatter: ({ dataIndex }: NodeOrEdge) => truncateLabel(all.nodes[dataIndex]?.name ?? '', LETTERS),
    },
    lineStyle: { color: 'source', opacity: BAND },
    data: all.nodes.map((node, index) => ({
      name: `n${index}`,
      itemStyle: { color: colors[index], opacity: highlighted.nodes[index] ? 1 : FADED },
      label: { show: hasLabels && sum > 0 && node.value / sum >= LABELLED },
    })),
    links: all.links.map((link, index) => ({
      source: link.from,
      target: link.to,
      value: link.value,
      ...(highlighted.links[index] ? {} : { lineStyle: { opacity: BAND * FADED } }),
    })),
  }
  return {
    tooltip: linkTooltip(all, props.format, colors, theme),
    title: hiddenLinksTitle(note, theme),
    series: all.links.length > 0 ? [series] : [],
  }
}
