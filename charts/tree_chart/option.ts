import type { TreeNode, TreeProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { truncateLabel } from '#charts/shared/legend/legend.ts'
import { hiddenLinksTitle, noteHeight } from '#charts/shared/links/link-texts.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

type Props = TreeProps & Pick<ChartViewProps, 'width' | 'height' | 'selectedMarks' | 'isSelectionExcluded'>

const LETTERS = 24
const LETTER = 6
const ROOM = 16
/** The minimum space between the label margins of a tree with names, in pixels. */
const MIN_LABELLED = 60
/** The opacity of marks that are not selected. */
const FADED = 0.3
/** ECharts adds an invisible root node above a tree. */
const HIDDEN_ROOT = 1

/** Describes a node: its name, its value if any, and the number of its descendants. */
export function treeText({ nodes, format }: TreeProps, at: number): string {
  const node = nodes[at]
  if (!node) return ''
  const below = nodes.filter(({ above }) => above === at).length
  const value = node.value === null ? '' : `: ${numberFormatter(format)(node.value)}`
  return `${node.name}${value}${below > 0 ? `. ${t('%s below', below)}` : ''}`
}

/** Returns the number of nodes and the name of the root. */
export function treeSummary(props: TreeProps): string {
  const [root] = props.nodes
  if (!root) return props.note || t('Chart without values')
  const first = props.nodes.flatMap((node) => (node.above === 0 ? [node.name] : []))
  const head = t('%s nodes below %s', props.nodes.length - 1, root.name)
  return [`${head}${first.length > 0 ? `: ${first.slice(0, 5).join(', ')}` : ''}`, props.note]
    .filter(Boolean)
    .join('. ')
}

/** Returns the node index of an event. */
export const nodeAt = (dataIndex: number): number => dataIndex - HIDDEN_ROOT
/** Returns the data index of a node. */
export const markAt = (at: number): number => at + HIDDEN_ROOT

interface Item {
  readonly name: string
  readonly value: number | null
  readonly itemStyle: object
  readonly label: object
  readonly children: Item[]
}

function itemsOf(props: Props): Item[] {
  const isFaded = (node: TreeNode) => !isMarkHighlighted(props, node.selection)
  const items = props.nodes.map((node): Item => {
    const opacity = isFaded(node) ? FADED : 1
    return { name: node.name, value: node.value, itemStyle: { opacity }, label: { opacity }, children: [] }
  })
  for (const [index, { above }] of props.nodes.entries()) {
    const item = items[index]
    if (item) items[above]?.children.push(item)
  }
  return items.slice(0, 1)
}

interface LabelSpace {
  /** The space for labels on each side, in pixels. */
  readonly margins: Record<'left' | 'right' | 'top' | 'bottom', number>
  readonly hasLabels: boolean
  /** The maximum length of a label in characters. */
  readonly letters: number
}

/** Returns the space for labels. A radial or upright tree that they would leave no room has none. */
function labelSpaceOf(props: Props): LabelSpace {
  const longest = Math.max(0, ...props.nodes.map(({ name }) => Math.min(LETTERS, name.length)))
  const label = Math.min(props.width / 4, longest * LETTER + ROOM)
  const isFlat = props.layout === 'orthogonal' && (props.orient === 'LR' || props.orient === 'RL')
  // A label below a node takes more space than one next to it.
  const isSideways = [props.nodeLabel, props.leafLabel].every((side) => side === 'left' || side === 'right')
  const [across, down] = isFlat ? [label, isSideways ? ROOM : ROOM * 1.5] : [label / 2 + ROOM, ROOM * 2]
  const note = noteHeight(props.note)
  const letters = isFlat ? Math.max(3, Math.min(LETTERS, Math.floor((label - ROOM) / LETTER))) : LETTERS
  const room = Math.min(props.width - 2 * across, props.height - 2 * down - note)
  const hasLabels = isFlat || room >= MIN_LABELLED
  const [x, y] = hasLabels ? [across, down] : [ROOM / 2, ROOM / 2]
  return { margins: { left: x, right: x, top: y, bottom: y + note }, hasLabels, letters }
}

function tooltip(props: Props, theme: ChartTheme): Record<string, unknown> {
  const formatter = ({ dataIndex }: { dataIndex: number }): string => {
    const node = props.nodes[nodeAt(dataIndex)]
    if (!node) return ''
    const names: string[] = []
    for (let at = node.above; at >= 0; at = props.nodes[at]?.above ?? -1) names.unshift(props.nodes[at]?.name ?? '')
    const text = node.value === null ? '' : numberFormatter(props.format)(node.value)
    const row = { color: theme.categorical[0] ?? theme.text, name: node.name, text }
    return tooltipHtml(props.metric, [row], names.join(' › '))
  }
  return { ...tooltipFrame(theme), trigger: 'item', formatter }
}

const AWAY = {
  left: { verticalAlign: 'middle', align: 'right' },
  right: { verticalAlign: 'middle', align: 'left' },
  top: { verticalAlign: 'bottom', align: 'center' },
  bottom: { verticalAlign: 'top', align: 'center' },
} as const

/** Returns the position of a label relative to its node; in a radial layout it follows the branch. */
const sideOf = ({ layout }: Props, side: keyof typeof AWAY): object =>
  layout === 'radial' ? {} : { position: side, ...AWAY[side] }

/** Returns the ECharts option of the tree. */
export function treeOption(props: Props, theme: ChartTheme): Record<string, unknown> {
  const color = theme.categorical[0]
  const { margins, hasLabels, letters } = labelSpaceOf(props)
  const formatter = ({ dataIndex }: { dataIndex: number }) =>
    truncateLabel(props.nodes[nodeAt(dataIndex)]?.name ?? '', letters)
  const label = { show: hasLabels, color: theme.text, fontSize: 11, formatter }
  const series = {
    id: 'tree',
    type: 'tree',
    ...margins,
    labelLayout: { hideOverlap: true },
    layout: props.layout,
    orient: props.orient,
    symbol: props.symbol,
    symbolSize: props.symbolSize,
    roam: props.roam,
    initialTreeDepth: -1,
    // A click selects instead.
    expandAndCollapse: false,
    itemStyle: { color, borderColor: color },
    lineStyle: { color: theme.axisLine, width: 1.2 },
    label: { ...label, ...sideOf(props, props.nodeLabel) },
    leaves: { label: { ...label, ...sideOf(props, props.leafLabel) } },
    emphasis: { focus: props.emphasis },
    data: itemsOf(props),
  }
  return {
    tooltip: tooltip(props, theme),
    title: hiddenLinksTitle(props.note, theme),
    series: props.nodes.length > 0 ? [series] : [],
  }
}
