import { type TickRange, tickFormatter } from './tick-format.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { truncateLabel } from '#charts/shared/legend/legend.ts'

type Option = Record<string, unknown>

/** The tick label layouts, by their form data values. */
export const tickLayouts = ['auto', 'flat', '45°', '90°', 'staggered'] as const

export type TickLayout = (typeof tickLayouts)[number]

/** The approximate letter width of an axis label, and the space for values next to a plot, in pixels. */
const LETTER = 6.6
const SIDE_MARGIN = 48
const LONGEST = 24

/** The minimum height in pixels of a picture with axis titles, rotated labels and second lines of labels. */
export const MIN_TITLED_HEIGHT = 110

/** The maximum letters of a title, and their approximate width in pixels. */
const TITLE_LETTERS = 80
const TITLE_LETTER = 6

/** Returns the title of an axis. ECharts would cut a title longer than an upright axis: `length` in pixels limits it. */
const title = (name: string, gap: number, theme: ChartTheme, length = Number.POSITIVE_INFINITY): Option =>
  name === ''
    ? {}
    : {
        name: truncateLabel(name, Math.max(4, Math.min(TITLE_LETTERS, Math.floor(length / TITLE_LETTER)))),
        nameLocation: 'middle',
        nameGap: gap,
        nameTextStyle: { color: theme.textMuted, fontSize: 11 },
      }

interface Names {
  /** Height of the picture in pixels: low pictures have no axis titles and no automatically rotated labels. */
  readonly height: number
  readonly names: readonly string[]
  readonly title?: string
  readonly layout?: TickLayout
  /** Degrees, for forms that have a rotation; overrides the layout. */
  readonly rotation?: number
  /** Length of the axis in pixels. */
  readonly length: number
  readonly isUpright?: boolean
  /** Every n-th label is shown; undefined shows as many as fit. */
  readonly every?: number | undefined
}

/** Returns the label rotation in degrees: as configured, or automatic if labels do not fit. */
function labelRotation({ names, layout = 'auto', rotation, length, height }: Names): number {
  if (rotation) return rotation
  if (height < MIN_TITLED_HEIGHT) return 0
  if (layout === '45°') return 45
  if (layout === '90°') return 90
  const room = (length - SIDE_MARGIN) / Math.max(1, names.length)
  const longest = names.reduce((most, name) => Math.max(most, Math.min(LONGEST, name.length)), 0) * LETTER
  return layout === 'auto' && longest > room * 1.6 && names.length <= 40 && room >= 14 ? 45 : 0
}

/** Returns an ECharts category axis with the names in order. */
export function categoryAxisOption(axis: Names, theme: ChartTheme): Option {
  const { names, length, isUpright = false, layout = 'auto', every } = axis
  const rotate = isUpright ? 0 : labelRotation(axis)
  const room = (length - SIDE_MARGIN) / Math.max(1, names.length)
  const isLow = axis.height < MIN_TITLED_HEIGHT
  const isStaggered = !isUpright && layout === 'staggered' && !isLow
  const letters = isUpright || rotate > 0 ? LONGEST : Math.floor((room * (isStaggered ? 2 : 1)) / LETTER) - 1
  const isWhole = !isUpright && room >= 40
  return {
    type: 'category',
    data: names,
    ...title(isLow ? '' : (axis.title ?? ''), isUpright ? 84 : rotate > 0 ? 64 : isStaggered ? 42 : 28, theme),
    axisLine: { show: true, lineStyle: { color: theme.axisLine, width: 1 } },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      color: theme.axisText,
      fontSize: 11,
      margin: 8,
      rotate,
      hideOverlap: true,
      ...(every === undefined
        ? isWhole || isStaggered || rotate > 0
          ? { interval: 0 }
          : {}
        : { interval: every - 1 }),
      formatter: (name: string, index: number) => {
        const text = truncateLabel(
          name,
          Math.max(4, Math.min(LONGEST, isWhole || isStaggered || rotate > 0 ? letters : LONGEST)),
        )
        return isStaggered && index % 2 === 1 ? `\n${text}` : text
      },
    },
  }
}

interface Numbers {
  /** Height of the picture in pixels: low pictures have no axis titles. */
  readonly height: number
  readonly format: string
  readonly title?: string
  readonly isLog?: boolean
  /** Fixed limits; null uses the data. */
  readonly min?: number | null
  readonly max?: number | null
  /** Whether the axis need not start at zero. */
  readonly isFree?: boolean
  readonly isUpright?: boolean
  readonly rotation?: number
  readonly length: number
  /** The values on the axis, if it need not start at zero. */
  readonly values?: readonly number[]
}

/** Returns the range of the values. */
function reachOf(values: readonly number[]): TickRange | undefined {
  if (values.length === 0) return undefined
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
}

/** Returns an ECharts value axis: no axis line, three to five grid lines, round steps. */
export function valueAxisOption(axis: Numbers, theme: ChartTheme): Option {
  const { format, isLog = false, min = null, max = null, isFree = false, isUpright = false, length } = axis
  const name = axis.height < MIN_TITLED_HEIGHT ? '' : (axis.title ?? '')
  const steps = Math.max(2, Math.min(5, Math.floor(length / (isUpright ? 48 : 90))))
  const write = tickFormatter(format, isLog ? undefined : reachOf(axis.values ?? []), steps)
  return {
    type: isLog ? 'log' : 'value',
    ...title(name, isUpright ? 44 : 28, theme, isUpright ? length : undefined),
    scale: isFree || min !== null || max !== null,
    ...(min === null ? {} : { min }),
    ...(max === null ? {} : { max }),
    splitNumber: steps,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: true, lineStyle: { color: theme.gridLine, width: 1 } },
    axisLabel: {
      color: theme.axisText,
      fontSize: 11,
      margin: 6,
      hideOverlap: true,
      rotate: axis.rotation ?? 0,
      formatter: (value: number) => write(value),
    },
  }
}

/** Returns the ECharts grid, reduced by the space of legends and other elements. */
export function gridOption(room: { top: number; right: number; bottom: number; left: number }): Option {
  return {
    left: room.left + 4,
    right: room.right + 12,
    top: room.top + 10,
    bottom: room.bottom + 4,
    outerBoundsMode: 'same',
    outerBoundsContain: 'all',
  }
}
