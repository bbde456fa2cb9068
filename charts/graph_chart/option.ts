import { cachedForceLayout, ringLayout } from './force-layout.ts'
import type { GraphProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { truncateLabel, legendOption, legendSpace } from '#charts/shared/legend/legend.ts'
import { hiddenText, type Link } from '#charts/shared/links/links.ts'
import { type HighlightState, highlightOf } from '#charts/shared/links/highlighted-links.ts'
import { hiddenLinksTitle, type NodeOrEdge, linkTooltip, noteHeight } from '#charts/shared/links/link-texts.ts'
import { t } from '#core/text/t.ts'

type Props = GraphProps & Pick<ChartViewProps, 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

const LETTERS = 24
const LEAST = 0.5
const MAX_SCALE = 2
/** The opacity of marks that are not selected. */
const FADED = 0.3
const LINE = 0.6

/** Returns a function that scales values to sizes from half of `base` to twice `base`. */
function sizeOf(values: readonly number[], base: number): (value: number) => number {
  const [least, most] = values.reduce(
    ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
    [Infinity, -Infinity],
  )
  const spread = most - least
  return (value) => base * (spread > 0 ? LEAST + ((value - least) / spread) * (MAX_SCALE - LEAST) : 1)
}

/** With more links, end symbols overlap: they are omitted, and links are painted as one element. */
const MAX_ENDS = 1000

const isMany = ({ all }: GraphProps): boolean => all.links.length > MAX_ENDS

const hasPlainLinks = (props: GraphProps): boolean =>
  isMany(props) && props.edgeSymbol.some((symbol) => symbol !== 'none')

/** The style of a link. */
export interface LinkStyle {
  readonly color: string
  readonly opacity: number
  readonly width: number
}

/** Returns the note about omitted or changed data. */
export function graphNote(props: GraphProps): string {
  const forced = props.isTooLarge ? t('Too many nodes for the force layout: the circular layout is used') : ''
  const plain = hasPlainLinks(props) ? t('Too many links: arrows and symbols are not drawn') : ''
  return [hiddenText(props.all), forced, plain].filter(Boolean).join('. ')
}

function nodesOption(props: Props, colors: readonly string[], highlighted: HighlightState): Record<string, unknown>[] {
  const { all } = props
  const positions =
    props.layout === 'force'
      ? cachedForceLayout(all.nodes.length, all.links, props.forces)
      : ringLayout(all.nodes.length, 100)
  const size = sizeOf(
    all.nodes.map(({ value }) => value),
    props.nodeSize,
  )
  return all.nodes.map((node, index) => ({
    name: `n${index}`,
    value: node.value,
    x: positions[index]?.[0],
    y: positions[index]?.[1],
    symbolSize: size(node.value),
    ...(node.category === undefined
      ? {}
      : { category: props.categories.findIndex(({ name }) => name === node.category) }),
    itemStyle: { color: colors[index], opacity: highlighted.nodes[index] ? 1 : FADED },
    label: { show: props.labelThreshold <= 0 || node.value > props.labelThreshold },
  }))
}

/** Returns the color of each node; nodes with a category have its color. */
function nodeColors(props: Props): readonly string[] {
  if (props.categories.length === 0) return colorsFor(props.all.nodes, props, props.theme)
  const kinds = colorsFor(props.categories, props, props.theme)
  const byName = new Map(props.categories.map(({ name }, at) => [name, kinds[at] ?? '']))
  return props.all.nodes.map(({ category = '' }) => byName.get(category) ?? '')
}

/** Returns the ECharts option of nodes and links. */
export function graphOption(props: Props, theme: ChartTheme): Record<string, unknown> {
  const { all } = props
  const colors = nodeColors(props)
  const highlighted = highlightOf(all, props)
  const width = sizeOf(
    all.links.map(({ value }) => value),
    props.edgeWidth,
  )
  const strokes = (at: number): LinkStyle => {
    const { from, value } = all.links[at] as Link
    return { color: colors[from] ?? '', width: width(value), opacity: highlighted.links[at] ? LINE : LINE * FADED }
  }
  const names = props.categories.map(({ name }) => name)
  const hasLegend = props.legend.shown && names.length > 1
  const room = legendSpace(props.legend, hasLegend)
  const note = graphNote(props)
  const series = {
    id: 'links',
    type: 'graph',
    layout: 'none',
    // Positions assume a square: another aspect ratio would distort the nodes to ellipses.
    preserveAspect: true,
    left: room.left + 60,
    right: room.right + 60,
    top: room.top + 24,
    bottom: room.bottom + 24 + noteHeight(note),
    draggable: props.draggable,
    roam: props.roam,
    selectedMode: props.selectedMode,
    select: { itemStyle: { borderColor: theme.text, borderWidth: 2 } },
    categories: props.categories.map(({ name }) => ({ name })),
    edgeSymbol: hasPlainLinks(props) ? ['none', 'none'] : props.edgeSymbol,
    edgeSymbolSize: 8,
    emphasis: { focus: 'adjacency' },
    label: {
      position: 'right',
      color: theme.text,
      fontSize: 11,
      formatter: ({ dataIndex }: NodeOrEdge) => truncateLabel(all.nodes[dataIndex]?.name ?? '', LETTERS),
    },
    labelLayout: { hideOverlap: true },
    lineStyle: { curveness: props.layout === 'circular' ? 0.2 : 0 },
    data: nodesOption(props, colors, highlighted),
    links: all.links.map((link, index) => ({
      source: link.from,
      target: link.to,
      value: link.value,
      ...(isMany(props) ? {} : { lineStyle: strokes(index) }),
    })),
    strokes: isMany(props) ? strokes : null,
  }
  return {
    legend: legendOption(props.legend, names, hasLegend, theme),
    tooltip: linkTooltip(all, props.format, colors, theme),
    title: hiddenLinksTitle(note, theme),
    series: [series],
  }
}
