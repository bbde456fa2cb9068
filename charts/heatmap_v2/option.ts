import { type Cell, cellPick, type HeatmapProps } from './props.ts'
import type { Canvas } from '#charts/chart.ts'
import type { Brush } from '#charts/shared/selection/brush.ts'
import { labelColorOn } from '#charts/shared/echarts/label-color.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import type { Mark } from '#charts/shared/echarts/mark.ts'
import { namesAxis, plainGrid } from '#charts/shared/axes/plain-axes.ts'
import { type Ramp, RAMP_ROOM, rampLegend, stepColor, stepsLegend } from '#charts/shared/legend/ramp-legend.ts'
import { isLit } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { rampColor, rampColors } from '#core/color/sequential.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = HeatmapProps & Pick<Canvas, 'width' | 'height' | 'theme' | 'picked' | 'isPickLeftOut'>

const LETTER = 6.4
/** About how many pixels stand beside the cells and below them. */
const ROOM = { x: 90, y: 60 }

/** What colours a cell. */
const measured = (props: HeatmapProps, { value, rank }: Cell): number => (props.byRank ? (rank ?? 0) : value)

/** The ramp of the cells: from the least to the most of them, or as far as the form says. */
export function rampOf(props: HeatmapProps, theme: 'light' | 'dark'): Ramp {
  const values = props.cells.map((cell) => measured(props, cell))
  const least = values.reduce((a, b) => Math.min(a, b), values[0] ?? 0)
  const most = values.reduce((a, b) => Math.max(a, b), values[0] ?? 0)
  const [low, high] = props.byRank ? [0, 1] : props.bounds
  return {
    colors: rampColors(props.scheme, theme),
    least: low ?? least,
    most: high ?? most,
    format: props.byRank ? '.0%' : props.format,
    isHeld: [low !== null && least < low, high !== null && most > high],
  }
}

/** The shares as they are called: of what. */
const SHARES = {
  heatmap: () => t('Share of all'),
  x: () => t('Share of the column'),
  y: () => t('Share of the row'),
}

const share = numberFormatter('.3p')

function partsOf(props: HeatmapProps, cell: Cell): { name: string; text: string }[] {
  return [
    { name: props.metric, text: numberFormatter(props.format)(cell.value) },
    ...(props.showShares ? [{ name: SHARES[props.shareOf](), text: share(cell.share) }] : []),
    ...(props.byRank && cell.rank !== null ? [{ name: t('Rank'), text: share(cell.rank) }] : []),
  ]
}

const placeOf = ({ x, y }: HeatmapProps, cell: Cell): string => `${x.names[cell.x]}, ${y.names[cell.y]}`

/** Cells as they are reached by keys. */
export function cellMarks(props: HeatmapProps): Mark[] {
  return props.cells.map((cell, dataIndex) => ({
    seriesId: 'cells',
    seriesIndex: 0,
    dataIndex,
    pick: cellPick(props, cell),
    text: () =>
      `${placeOf(props, cell)}: ${partsOf(props, cell)
        .map(({ name, text }) => `${name} ${text}`)
        .join(', ')}`,
  }))
}

/** How many cells there are, and which is the greatest and which the least. */
export function heatmapSummary(props: HeatmapProps): string {
  const sorted = props.cells.toSorted((a, b) => b.value - a.value)
  const [greatest, least] = [sorted[0], sorted.at(-1)]
  if (!greatest || !least) return t('Chart without values')
  const text = (cell: Cell) => `${placeOf(props, cell)}: ${numberFormatter(props.format)(cell.value)}`
  return t('%s in %s cells. Greatest %s. Least %s', props.metric, props.cells.length, text(greatest), text(least))
}

/** How a stretch of columns is picked, where these are instants or numbers that ascend. */
export function columnBrush(
  { x }: HeatmapProps,
  { stretch, onStretch }: Pick<Canvas, 'stretch' | 'onStretch'>,
): Brush | undefined {
  const { kind, values } = x
  const isAscending = values.every((value, at) => typeof value === 'number' && !(value <= Number(values[at - 1])))
  if (!onStretch || kind === 'text' || !isAscending || values.length < 2) return undefined
  const numbers = values as readonly number[]
  const first = stretch ? numbers.findIndex((value) => value >= stretch.first) : -1
  const last = stretch ? numbers.findLastIndex((value) => value <= stretch.last) : -1
  return {
    places: numbers.map((_, index) => index),
    shown: first >= 0 && last >= first ? [first, last] : undefined,
    nameOf: (place) => x.names[place] ?? '',
    onClear: () => onStretch(undefined),
    onBrush: (from, to) => onStretch({ kind, first: numbers[from] as number, last: numbers[to] as number }),
  }
}

/** What stands under the cells: the ramp of their colours, as it is. */
function legendUnder({ showLegend, isPiecewise, width }: Props, ramp: Ramp, ink: ChartTheme): Option | readonly [] {
  if (!showLegend) return []
  return isPiecewise ? stepsLegend(ramp, ink) : rampLegend(ramp, ink, width)
}

/** Cells where two dimensions meet, each in the colour of its value. */
export function heatmapOption(props: Props, ink: ChartTheme): Option {
  const { x, y, cells } = props
  const ramp = rampOf(props, props.theme)
  const reach = ramp.most - ramp.least
  const colorOf = (cell: Cell) => {
    const place = reach > 0 ? (measured(props, cell) - ramp.least) / reach : 1
    return props.isPiecewise ? stepColor(ramp.colors, place) : rampColor(ramp.colors, place)
  }
  const write = numberFormatter(props.format)
  const room = {
    width: (props.width - ROOM.x) / Math.max(1, x.values.length),
    height: (props.height - ROOM.y - (props.showLegend ? RAMP_ROOM : 0)) / Math.max(1, y.values.length),
  }
  const gap = Math.min(room.width, room.height) >= 10 ? 2 : Math.min(room.width, room.height) >= 5 ? 1 : 0
  const told = ({ dataIndex }: { dataIndex: number }): string => {
    const cell = cells[dataIndex]
    if (!cell) return ''
    const [first, ...others] = partsOf(props, cell).map((part) => ({ ...part, color: 'transparent' }))
    return tooltipHtml(placeOf(props, cell), first ? [{ ...first, color: colorOf(cell) }, ...others] : [])
  }
  const hasLabels = props.showValues && room.height >= 14
  const hasPicks = (props.picked?.length ?? 0) > 0
  const looks = cells.map((cell): Look => {
    const text = hasLabels ? write(cell.value) : undefined
    return {
      color: colorOf(cell),
      isFaded: hasPicks && !isLit(props, cellPick(props, cell)),
      text: text !== undefined && text.length * LETTER + 4 <= room.width ? text : undefined,
    }
  })
  const grid = plainGrid({ top: 0, right: 0, left: 0, bottom: props.showLegend ? RAMP_ROOM : 0 })
  return {
    grid: {
      ...grid,
      ...(props.margins.left === null ? {} : { left: props.margins.left }),
      ...(props.margins.bottom === null ? {} : { bottom: props.margins.bottom + (props.showLegend ? RAMP_ROOM : 0) }),
      ...(props.margins.left === null && props.margins.bottom === null ? {} : { outerBoundsMode: 'none' }),
    },
    xAxis: namesAxis({ names: x.names, length: props.width, every: props.every.x ?? undefined }, ink),
    yAxis: namesAxis({ names: y.names, length: props.height, isUpright: true, every: props.every.y ?? undefined }, ink),
    tooltip: { ...tooltipFrame(ink), trigger: 'item', formatter: told },
    visualMap: cells.length === 0 ? [] : legendUnder(props, ramp, ink),
    series: [
      {
        id: 'cells',
        type: 'custom',
        renderItem: drawCell(gap, looks, ink),
        encode: { x: 0, y: 1 },
        cursor: 'pointer',
        data: cells.map((cell) => [cell.x, cell.y]),
        // Drawn piece by piece, all pieces before are looked through for each.
        progressive: PIECE,
        progressiveThreshold: PIECE,
      },
    ],
  }
}

/** The most cells that are drawn at once, and those that have round corners. */
const PIECE = 6_000
const MAX_ROUND = 2_000

/** How a cell looks; without a text where it has no room for one. */
interface Look {
  readonly color: string
  readonly isFaded: boolean
  readonly text: string | undefined
}

interface Api {
  value(dimension: number): number
  coord(point: readonly [number, number]): [number, number]
  size(span: readonly [number, number]): [number, number]
}

/** Draws a cell in the middle of its place. */
function drawCell(gap: number, looks: readonly Look[], ink: ChartTheme) {
  return ({ dataIndex }: { readonly dataIndex: number }, api: Api): Option => {
    const [x, y] = api.coord([api.value(0), api.value(1)])
    const [width, height] = api.size([1, 1]).map((length) => Math.max(0.5, length - gap)) as [number, number]
    const { color, isFaded, text } = looks[dataIndex] as Look
    // Nobody sees the corners of thousands, and each costs four arcs.
    const radius = looks.length > MAX_ROUND ? 0 : Math.min(2, width / 6)
    const label = { type: 'text', style: { text, fill: labelColorOn(color), fontSize: 11, fontFamily: ink.font } }
    return {
      type: 'rect',
      shape: { x: x - width / 2, y: y - height / 2, width, height, ...(radius >= 0.5 ? { r: radius } : {}) },
      style: { fill: color, ...(isFaded ? { opacity: 0.3 } : {}) },
      emphasis: { style: { stroke: ink.text, lineWidth: 1 } },
      ...(text === undefined ? {} : { textContent: label, textConfig: { position: 'inside' } }),
    }
  }
}
