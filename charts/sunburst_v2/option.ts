import { ratioOf, type SunburstProps } from './props.ts'
import type { Canvas } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import { inkInside } from '#charts/shared/ink-inside.ts'
import type { Ink } from '#charts/shared/ink.ts'
import { type Branch, depthOf, inOrder } from '#charts/shared/nested/nested.ts'
import { isPartLit } from '#charts/shared/nested/nested-picks.ts'
import { partTip } from '#charts/shared/nested/nested-texts.ts'
import { partText } from '#charts/shared/part-label.ts'
import { RAMP_ROOM, rampLegend } from '#charts/shared/ramp-legend.ts'
import { tooltipFrame } from '#charts/shared/tooltip.ts'
import { rampColor, rampColors } from '#core/color/sequential.ts'
import { parseColor, printColor } from '#core/color/rgb.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = SunburstProps & Pick<Canvas, 'width' | 'height' | 'theme' | 'picked' | 'isPickLeftOut'>

/** About the width of a letter, in pixels. */
const LETTER = 6
const LINE = 13
const ground = { light: 255, dark: 22 }

/** The colour of an outer ring: that of the inner one, a step nearer to the ground. */
export function ringColor(color: string, depth: number, theme: 'light' | 'dark'): string {
  const rgb = parseColor(color)
  if (!rgb || depth === 0) return color
  const share = Math.min(0.55, depth * 0.2)
  const mixed = (part: number) => part + (ground[theme] - part) * share
  return printColor({ r: mixed(rgb.r), g: mixed(rgb.g), b: mixed(rgb.b), a: 1 })
}

/** How a part is coloured: by the second metric beside the first, else as its part of the inner ring. */
function colorBy(props: Props, ink: Ink): (branch: Branch, depth: number) => string {
  const { ratio, tree } = props
  if (ratio) {
    const ramp = rampColors(ratio.scheme, props.theme)
    const reach = ratio.most - ratio.least
    return (branch) => {
      const own = ratioOf(branch)
      return own === null ? ink.other : rampColor(ramp, reach > 0 ? (own - ratio.least) / reach : 1)
    }
  }
  const inner = tree.branches.map(({ name, place }) => ({ name, place }))
  const colors = new Map(colorsFor(inner, props, props.theme).map((color, at) => [inner[at]?.place, color]))
  return ({ place }, depth) => ringColor(colors.get(place) ?? ink.other, depth, props.theme)
}

interface Rings {
  readonly props: Props
  readonly colorOf: (branch: Branch, depth: number) => string
  readonly whole: number
  /** Width of a ring and the radius of the hole, in pixels. */
  readonly ring: number
  readonly hole: number
}

/** Whether a label has room: along the radius, in an arc that is high enough. */
function hasRoom(text: string, share: number, depth: number, { ring, hole }: Rings): boolean {
  const middle = hole + ring * (depth + 0.5)
  const arc = share * 2 * Math.PI * middle
  return arc >= LINE && Math.min(text.length, 6) * LETTER + 8 <= ring
}

function partsOf(branches: readonly Branch[], rings: Rings, depth = 0): Option[] {
  const { props, colorOf, whole } = rings
  return branches.map((branch): Option => {
    const share = whole > 0 ? branch.size / whole : 0
    const color = colorOf(branch, depth)
    const text = partText({ ...branch, share }, props.label, props.format)
    const isShown = props.showLabels && share >= props.labelThreshold && hasRoom(text, share, depth, rings)
    return {
      name: branch.name,
      value: branch.size,
      itemStyle: { color, opacity: isPartLit(props, branch.pick) ? 1 : 0.3 },
      label: { show: isShown, color: inkInside(color) },
      ...(branch.children.length > 0 ? { children: partsOf(branch.children, rings, depth + 1) } : {}),
    }
  })
}

function totalOption(props: Props, center: readonly [number, number], ink: Ink): Option {
  const inHole = { left: center[0], top: center[1] - 8, padding: 0, textAlign: 'center' }
  return {
    show: props.showTotal && props.tree.branches.length > 0,
    text: t('Total: %s', numberFormatter(props.format)(props.tree.total)),
    ...(props.innerRadius > 0 ? inHole : { right: 0, bottom: 0, padding: 0 }),
    textStyle: { color: ink.text, fontSize: 13, fontWeight: 600 },
  }
}

/** Rings of parts, the outermost level inside. */
export function sunburstOption(props: Props, ink: Ink): Option {
  const { tree, ratio } = props
  const placed = inOrder(tree.branches)
  const height = props.height - (ratio ? RAMP_ROOM : 0)
  const center = [props.width / 2, height / 2] as const
  const half = Math.max(0, Math.min(props.width, height) / 2)
  // As large as a pie of the same radius where nothing stands around it.
  const outer = half * Math.min(1, props.outerRadius / 70)
  const hole = (outer * props.innerRadius) / 100
  const colorOf = colorBy(props, ink)
  const whole = tree.branches.reduce((sum, { size }) => sum + size, 0)
  const ring = (outer - hole) / Math.max(1, depthOf(tree.branches))
  const rings = { props, colorOf, whole, ring, hole }
  const write = numberFormatter('SMART_NUMBER')
  const told = ({ dataIndex }: { dataIndex: number }): string => {
    const found = placed[dataIndex - 1]
    if (!found) return ''
    const { branch, around } = found
    const own = ratioOf(branch)
    const more =
      ratio && branch.second !== null
        ? [
            { name: ratio.second, text: numberFormatter(ratio.format)(branch.second) },
            ...(own === null ? [] : [{ name: ratio.name, text: write(own) }]),
          ]
        : []
    const color = colorOf(branch, around.length)
    return partTip(found, tree, { color, metric: props.metric, format: props.format, more })
  }
  return {
    title: totalOption(props, center, ink),
    tooltip: { ...tooltipFrame(ink), trigger: 'item', formatter: told },
    ...(ratio
      ? {
          visualMap: rampLegend(
            {
              colors: rampColors(ratio.scheme, props.theme),
              least: ratio.least,
              most: ratio.most,
              format: 'SMART_NUMBER',
            },
            ink,
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
        itemStyle: { borderColor: ink.surface, borderWidth: placed.length > 1000 ? 0 : 1 },
        emphasis: { focus: 'ancestor' },
        label: {
          fontSize: 11,
          rotate: 'radial',
          width: Math.max(0, ring - 8),
          overflow: 'truncate',
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const branch = placed[dataIndex - 1]?.branch
            const share = branch && whole > 0 ? branch.size / whole : 0
            return branch ? partText({ ...branch, share }, props.label, props.format) : ''
          },
        },
        data: partsOf(tree.branches, rings),
      },
    ],
  }
}
