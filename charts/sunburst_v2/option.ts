import { ratioOf, type SunburstProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import { estimatedWidth, fittedText, type WidthOf } from '#charts/shared/echarts/fitted-text.ts'
import { labelColorOn } from '#charts/shared/echarts/label-color.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import {
  type Branch,
  depthOf,
  mergeSmallParts,
  flattenBranches,
  type BranchPath,
} from '#charts/shared/nested/nested.ts'
import { isPartHighlighted } from '#charts/shared/nested/nested-selection.ts'
import { partTooltip } from '#charts/shared/nested/nested-texts.ts'
import { partText } from '#charts/shared/controls/part-label.ts'
import { RAMP_LEGEND_HEIGHT, rampLegend } from '#charts/shared/legend/ramp-legend.ts'
import { tooltipFrame } from '#charts/shared/tooltip/tooltip.ts'
import { rampColor, rampColors } from '#core/color/sequential.ts'
import { parseColor, printColor } from '#core/color/rgb.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t, tn } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = SunburstProps &
  Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

/** The padding of a label within a ring, in pixels. */
const AROUND = 8
const background = { light: 255, dark: 22 }

/** Returns the color of an outer ring: that of the inner one, blended one step toward the background. */
export function ringColor(color: string, depth: number, theme: 'light' | 'dark'): string {
  const rgb = parseColor(color)
  if (!rgb || depth === 0) return color
  const share = Math.min(0.55, depth * 0.2)
  const mixed = (part: number) => part + (background[theme] - part) * share
  return printColor({ r: mixed(rgb.r), g: mixed(rgb.g), b: mixed(rgb.b), a: 1 })
}

/** Returns a function for the color of a part: by the ratio of the metrics, or else by its inner ring. */
function colorBy(props: Props, theme: ChartTheme): (branch: Branch, depth: number) => string {
  const { ratio, tree } = props
  if (ratio) {
    const ramp = rampColors(ratio.scheme, props.theme)
    const reach = ratio.most - ratio.least
    return (branch) => {
      const own = ratioOf(branch)
      return own === null ? theme.other : rampColor(ramp, reach > 0 ? (own - ratio.least) / reach : 1)
    }
  }
  const inner = tree.branches.map(({ name, colorPosition }) => ({ name, colorPosition }))
  const colors = new Map(
    colorsFor(inner, props, props.theme).map((color, index) => [inner[index]?.colorPosition, color]),
  )
  return ({ colorPosition }, depth) => ringColor(colors.get(colorPosition) ?? theme.other, depth, props.theme)
}

interface Rings {
  readonly props: Props
  readonly colorOf: (branch: Branch, depth: number) => string
  readonly whole: number
  /** The width of a ring and the radius of the hole, in pixels. */
  readonly ring: number
  readonly hole: number
  readonly widthOf: WidthOf
}

/** Returns the label of a part, written along the radius as far as it fits; empty for small parts. */
function textIn(branch: Branch, depth: number, { props, whole, ring, hole, widthOf }: Rings): string {
  const share = whole > 0 ? branch.size / whole : 0
  if (!props.showLabels || share < props.labelThreshold) return ''
  // The arc is shorter closer to the center.
  const room = { width: ring - AROUND, height: share * 2 * Math.PI * (hole + ring * (depth + 0.5)) }
  const part = { ...branch, share }
  const name = props.label.startsWith('key') ? partText(part, 'key', props.format) : undefined
  return fittedText(partText(part, props.label, props.format), name, room, widthOf)
}

function partsOf(branches: readonly Branch[], rings: Rings, depth = 0): Option[] {
  const { props, colorOf } = rings
  const hasSelection = (props.selectedMarks?.length ?? 0) > 0
  return branches.map((branch): Option => {
    const color = colorOf(branch, depth)
    const isShown = textIn(branch, depth, rings) !== ''
    return {
      name: branch.name,
      value: branch.size,
      itemStyle: { color, ...(hasSelection && !isPartHighlighted(props, branch.selection) ? { opacity: 0.3 } : {}) },
      ...(isShown ? { label: { show: true, color: labelColorOn(color) } } : {}),
      ...(branch.children.length > 0 ? { children: partsOf(branch.children, rings, depth + 1) } : {}),
    }
  })
}

function totalOption(props: Props, center: readonly [number, number], theme: ChartTheme): Option {
  const inHole = { left: center[0], top: center[1] - 8, padding: 0, textAlign: 'center' }
  return {
    show: props.showTotal && props.tree.branches.length > 0,
    text: t('Total: %s', numberFormatter(props.format)(props.tree.total)),
    ...(props.innerRadius > 0 ? inHole : { right: 0, bottom: 0, padding: 0 }),
    textStyle: { color: theme.text, fontSize: 13, fontWeight: 600 },
  }
}

/** Returns the tooltip function by the index of a part. */
function tooltipFormatterOf(
  props: Props,
  placed: readonly BranchPath[],
  colorOf: (branch: Branch, depth: number) => string,
) {
  const { ratio, tree } = props
  const write = numberFormatter('SMART_NUMBER')
  return ({ dataIndex }: { dataIndex: number }): string => {
    const found = placed[dataIndex - 1]
    if (!found) return ''
    const { branch, ancestors } = found
    const own = ratioOf(branch)
    const more =
      ratio && branch.second !== null
        ? [
            { name: ratio.second, text: numberFormatter(ratio.format)(branch.second) },
            ...(own === null ? [] : [{ name: ratio.name, text: write(own) }]),
          ]
        : []
    const color = colorOf(branch, ancestors.length)
    return partTooltip(found, tree, { color, metric: props.metric, format: props.format, more })
  }
}

/** Returns the radius in pixels; without other elements it equals that of a pie. */
const outerOf = ({ width, height, outerRadius }: Pick<Props, 'width' | 'height' | 'outerRadius'>): number =>
  Math.max(0, Math.min(width, height) / 2) * Math.min(1, outerRadius / 70)

/** Parts whose outer arc is shorter than this, in pixels, are merged. */
const MIN_ARC_LENGTH = 1

/** Merges thin parts of the same color. Parts colored by the ratio have individual colors and are not merged. */
export function mergeThinParts<P extends SunburstProps & Pick<ChartViewProps, 'width' | 'height'>>(props: P): P {
  const total = props.tree.branches.reduce((sum, { size }) => sum + size, 0)
  const around = 2 * Math.PI * outerOf(props)
  if (props.ratio || around === 0) return props
  const tree = mergeSmallParts(props.tree, (total * MIN_ARC_LENGTH) / around, (count) =>
    tn('%s part', '%s parts', count, count),
  )
  return { ...props, tree }
}

/** Returns the note about parts that are too thin to be drawn individually; empty if there are none. */
export function thinPartsNote(whole: SunburstProps, drawn: SunburstProps): string {
  const count = ({ tree }: SunburstProps) => flattenBranches(tree.branches).length
  return count(drawn) < count(whole) ? t('Parts thinner than a pixel are drawn together') : ''
}

/** Returns the ECharts option of the rings, outermost level inside. */
export function sunburstOption(props: Props, theme: ChartTheme, widthOf: WidthOf = estimatedWidth): Option {
  const { tree, ratio } = props
  const placed = flattenBranches(tree.branches)
  const height = props.height - (ratio ? RAMP_LEGEND_HEIGHT : 0)
  const center = [props.width / 2, height / 2] as const
  const outer = outerOf({ ...props, height })
  const hole = (outer * props.innerRadius) / 100
  const colorOf = colorBy(props, theme)
  const total = tree.branches.reduce((sum, { size }) => sum + size, 0)
  const ring = (outer - hole) / Math.max(1, depthOf(tree.branches))
  const rings = { props, colorOf, whole: total, ring, hole, widthOf }
  return {
    title: totalOption(props, center, theme),
    tooltip: { ...tooltipFrame(theme), trigger: 'item', formatter: tooltipFormatterOf(props, placed, colorOf) },
    ...(ratio
      ? {
          visualMap: rampLegend(
            {
              colors: rampColors(ratio.scheme, props.theme),
              least: ratio.least,
              most: ratio.most,
              format: 'SMART_NUMBER',
            },
            theme,
            props.width,
          ),
        }
      : { visualMap: [] }),
    series: [
      {
        id: 'sunburst',
        type: 'sunburst',
        center,
        radius: [hole, outer],
        sort: null,
        nodeClick: false,
        itemStyle: { borderColor: theme.surface, borderWidth: placed.length > 1000 ? 0 : 1 },
        emphasis: { focus: 'ancestor' },
        label: {
          show: false,
          fontSize: 11,
          rotate: 'radial',
          lineHeight: 13,
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const found = placed[dataIndex - 1]
            // ECharts calls it for all parts in each of their states.
            return found ? textIn(found.branch, found.ancestors.length, rings) : ''
          },
        },
        data: partsOf(tree.branches, rings),
      },
    ],
  }
}
