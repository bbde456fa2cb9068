import type { TreemapProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import { estimatedWidth, fittedText, type WidthOf } from '#charts/shared/echarts/fitted-text.ts'
import { labelColorOn } from '#charts/shared/echarts/label-color.ts'
import { withOpacity, type ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { type Branch, depthOf, flattenBranches, type BranchPath } from '#charts/shared/nested/nested.ts'
import { isPartHighlighted } from '#charts/shared/nested/nested-selection.ts'
import { partTooltip } from '#charts/shared/nested/nested-texts.ts'
import { tooltipFrame } from '#charts/shared/tooltip/tooltip.ts'
import { numberFormatter } from '#core/format/number.ts'

type Option = Record<string, unknown>
type Props = TreemapProps & Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

/** The height of a parent's header, in pixels. */
const UPPER = 20

/** Returns the full label of a part. */
export function labelText({ name, value }: Branch, label: TreemapProps['label'], format: string): string {
  const number = numberFormatter(format)(value)
  return label === 'Key' ? name : label === 'value' ? number : `${name}: ${number}`
}

/**
 * The height of a text line, the width of the narrowest letter, and the border plus padding on each side, in pixels.
 */
const LINE = 11
const LETTER = 4
const AROUND = 6
/** The difference between the line spacing and the line height, in pixels. */
const LINE_GAP = 2
/** A part with a smaller area in square pixels has no room for a letter. */
const MIN_LABELED_AREA = (LINE + 2 * AROUND) * (LETTER + 2 * AROUND)
/** The opacity of marks that are not selected. */
const UNSELECTED_OPACITY = 0.3
const GAP = { borderWidth: 1, gapWidth: 1 }
/** From this number of parts on, those without a label are painted as one element. */
const MANY_PARTS = 1000

/** The style of a part without a label. */
export interface PartStyle {
  readonly fill: string
  readonly border: string
}

interface Tiles {
  readonly props: Props
  /** Whether parts without a label are painted as one element. */
  readonly isMany: boolean
  readonly colorOf: (branch: Branch) => string
  /** Approximate square pixels per unit of size, ignoring the gaps between parts. */
  readonly scale: number
}

const isLabelled = (branch: Branch, { props, scale }: Tiles): boolean =>
  props.showLabels && branch.size * scale >= MIN_LABELED_AREA

/** Returns the opacity of a part, which is lower if it is not selected. */
const strengthOf = (branch: Branch, props: Props): number =>
  (props.selectedMarks?.length ?? 0) > 0 && !isPartHighlighted(props, branch.selection) ? UNSELECTED_OPACITY : 1

/** Returns the fill color of a part. */
function fillOf(branch: Branch, { props, colorOf }: Tiles): string {
  const own = colorOf(branch)
  const strength = strengthOf(branch, props)
  // ECharts ignores the opacity of treemap parts, so it is applied to the color.
  return strength < 1 ? withOpacity(own, strength) : own
}

/** @param around the fill of the parent, for parts without a fill */
function nodesOf(branches: readonly Branch[], tiles: Tiles, around?: string): Option[] {
  const { props, colorOf } = tiles
  return branches.map((branch): Option => {
    const color = fillOf(branch, tiles)
    const node = { name: branch.name, value: branch.size }
    const isLeaf = branch.children.length === 0
    if (isLeaf && !isLabelled(branch, tiles))
      return tiles.isMany && color === around ? node : { ...node, itemStyle: { color } }
    const theme = { color: labelColorOn(colorOf(branch)), opacity: strengthOf(branch, props) }
    if (isLeaf)
      return { ...node, itemStyle: { color }, label: { show: true, ...theme }, emphasis: { label: { show: true } } }
    return {
      ...node,
      itemStyle: { color, borderColor: color },
      upperLabel: theme,
      children: nodesOf(branch.children, tiles, color),
    }
  })
}

/** The ECharts label callback parameters, with the layout once it is known. */
interface TreemapSettings {
  readonly dataIndex: number
  readonly layout?: { readonly width: number; readonly height: number } | undefined
}

/** Returns the label that fits into a part, or into the header above its children. */
function fittedIn(
  { dataIndex, layout }: TreemapSettings,
  placed: readonly BranchPath[],
  props: Props,
  widthOf: WidthOf,
): string {
  const branch = placed[dataIndex - 1]?.branch
  if (!branch || !layout) return ''
  const isLeaf = branch.children.length === 0
  const room = isLeaf
    ? { width: layout.width - 2 * AROUND, height: layout.height - 2 * AROUND + LINE_GAP }
    : { width: layout.width - 2, height: UPPER }
  const name = props.label === 'value' ? undefined : branch.name
  return fittedText(labelText(branch, props.label, props.format), name, room, widthOf)
}

const upperLabel = { height: UPPER, fontSize: 11, fontWeight: 600, overflow: 'none' } as const

/** Returns the ECharts option of nested rectangles. */
export function treemapOption(props: Props, theme: ChartTheme, widthOf: WidthOf = estimatedWidth): Option {
  const { tree } = props
  const placed = flattenBranches(tree.branches)
  const outer = tree.branches.map(({ name, colorPosition }) => ({ name, colorPosition }))
  const colors = new Map(
    colorsFor(outer, props, props.theme).map((color, index) => [outer[index]?.colorPosition, color]),
  )
  const colorOf = ({ colorPosition }: Branch) => colors.get(colorPosition) ?? theme.other
  const hasUpper = props.showUpperLabels && depthOf(tree.branches) > 1
  const text = (requested: TreemapSettings): string => fittedIn(requested, placed, props, widthOf)
  const reported = ({ dataIndex }: { dataIndex: number }): string => {
    const found = placed[dataIndex - 1]
    if (!found) return ''
    return partTooltip(found, tree, { color: colorOf(found.branch), metric: props.metric, format: props.format })
  }
  const all = tree.branches.reduce((sum, { size }) => sum + size, 0)
  const isMany = placed.length >= MANY_PARTS
  const tiles: Tiles = { props, isMany, colorOf, scale: all > 0 ? (props.width * props.height) / all : 0 }
  const plain = (dataIndex: number): PartStyle | undefined => {
    const branch = placed[dataIndex - 1]?.branch
    if (!branch || branch.children.length > 0 || isLabelled(branch, tiles)) return undefined
    return { fill: fillOf(branch, tiles), border: theme.surface }
  }
  return {
    tooltip: { ...tooltipFrame(theme), trigger: 'item', formatter: reported },
    series: [
      {
        id: 'treemap',
        type: 'treemap',
        left: 0,
        right: 0,
        top: 0,
        bottom: 0,
        roam: false,
        nodeClick: false,
        breadcrumb: { show: false },
        animation: false,
        itemStyle: { borderColor: theme.surface, ...GAP },
        levels: [{ itemStyle: { borderWidth: 0, gapWidth: 2, borderColor: theme.surface } }, { itemStyle: GAP }],
        // Labels are off by default; parts with room enable theirs.
        label: {
          show: false,
          position: 'insideTopLeft',
          distance: 5,
          fontSize: 11,
          lineHeight: 13,
          // The texts are already fitted.
          overflow: 'none',
          formatter: text,
        },
        upperLabel: { ...upperLabel, show: hasUpper, formatter: text },
        emphasis: { focus: 'none', label: { show: false }, upperLabel: { show: hasUpper, height: UPPER } },
        plain: isMany ? plain : null,
        data: nodesOf(tree.branches, tiles),
      },
    ],
  }
}
