import type { TreemapProps } from './props.ts'
import type { Canvas } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import { inkInside } from '#charts/shared/ink-inside.ts'
import { faded, type Ink } from '#charts/shared/ink.ts'
import { type Branch, depthOf, inOrder, type Placed } from '#charts/shared/nested/nested.ts'
import { isPartLit } from '#charts/shared/nested/nested-picks.ts'
import { partTip } from '#charts/shared/nested/nested-texts.ts'
import { tooltipFrame } from '#charts/shared/tooltip.ts'
import { numberFormatter } from '#core/format/number.ts'

type Option = Record<string, unknown>
type Props = TreemapProps & Pick<Canvas, 'width' | 'height' | 'theme' | 'picked' | 'isPickLeftOut'>

/** Height in pixels of the line that names what is around parts. */
const UPPER = 20

/** What stands in a part. */
export function labelText({ name, value }: Branch, label: TreemapProps['label'], format: string): string {
  const number = numberFormatter(format)(value)
  return label === 'Key' ? name : label === 'value' ? number : `${name}: ${number}`
}

/** A part of fewer square pixels has no room for three letters. */
const LEAST_LABELLED = 320
/** Of what is not picked. */
const UNPICKED = 0.3
/** From so many parts on, those without a label are painted as one. */
const MANY_PARTS = 1000

interface Tiles {
  readonly props: Props
  readonly colorOf: (place: Branch) => string
  /** Square pixels for each unit of size, about: what is between parts is not taken off. */
  readonly scale: number
}

const isLabelled = (branch: Branch, { props, scale }: Tiles): boolean =>
  props.showLabels && branch.size * scale >= LEAST_LABELLED

function nodesOf(branches: readonly Branch[], tiles: Tiles): Option[] {
  const { props, colorOf } = tiles
  const hasPicks = (props.picked?.length ?? 0) > 0
  return branches.map((branch): Option => {
    const own = colorOf(branch)
    // The opacity of a part is none that ECharts draws by.
    const strength = hasPicks && !isPartLit(props, branch.pick) ? UNPICKED : 1
    const color = strength < 1 ? faded(own, strength) : own
    const ink = { color: inkInside(own), opacity: strength }
    const said = { name: branch.name, value: branch.size }
    if (branch.children.length === 0) {
      const label = { show: true, ...ink }
      return {
        ...said,
        itemStyle: { color },
        ...(isLabelled(branch, tiles) ? { label, emphasis: { label: { show: true } } } : {}),
      }
    }
    return {
      ...said,
      itemStyle: { color, borderColor: color },
      upperLabel: ink,
      children: nodesOf(branch.children, tiles),
    }
  })
}

/** Rectangles within rectangles, each as large as what it stands for. */
export function treemapOption(props: Props, ink: Ink): Option {
  const { tree } = props
  const placed = inOrder(tree.branches)
  const outer = tree.branches.map(({ name, place }) => ({ name, place }))
  const colors = new Map(colorsFor(outer, props, props.theme).map((color, at) => [outer[at]?.place, color]))
  const colorOf = ({ place }: Branch) => colors.get(place) ?? ink.other
  const hasUpper = props.showUpperLabels && depthOf(tree.branches) > 1
  const text = ({ dataIndex }: { dataIndex: number }): string => {
    const found = placed[dataIndex - 1]
    return found ? labelText(found.branch, props.label, props.format) : ''
  }
  const told = ({ dataIndex }: { dataIndex: number }): string => {
    const found = placed[dataIndex - 1]
    if (!found) return ''
    return partTip(found, tree, { color: colorOf(found.branch), metric: props.metric, format: props.format })
  }
  const all = tree.branches.reduce((sum, { size }) => sum + size, 0)
  const tiles: Tiles = { props, colorOf, scale: all > 0 ? (props.width * props.height) / all : 0 }
  const plain = ({ branch }: Placed) => branch.children.length === 0 && !isLabelled(branch, tiles)
  const gap = { borderWidth: 1, gapWidth: 1 }
  return {
    tooltip: { ...tooltipFrame(ink), trigger: 'item', formatter: told },
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
        itemStyle: { borderColor: ink.surface, ...gap },
        levels: [{ itemStyle: { borderWidth: 0, gapWidth: 2, borderColor: ink.surface } }, { itemStyle: gap }],
        // Parts that have room say themselves that they have one.
        label: {
          show: false,
          position: 'insideTopLeft',
          distance: 5,
          fontSize: 11,
          overflow: 'truncate',
          formatter: text,
        },
        upperLabel: { show: hasUpper, height: UPPER, fontSize: 11, fontWeight: 600, formatter: text },
        emphasis: { focus: 'none', label: { show: false }, upperLabel: { show: hasUpper, height: UPPER } },
        ...(placed.length >= MANY_PARTS
          ? {
              plain: (dataIndex: number) =>
                placed[dataIndex - 1] !== undefined && plain(placed[dataIndex - 1] as Placed),
            }
          : {}),
        data: nodesOf(tree.branches, tiles),
      },
    ],
  }
}
