import { type Cell, cellSelection, type HeatmapProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import type { Brush } from '#charts/shared/selection/brush.ts'
import { labelColorOn } from '#charts/shared/echarts/label-color.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import type { Mark } from '#charts/shared/echarts/mark.ts'
import { categoryAxisOption, gridOption } from '#charts/shared/axes/echarts-axes.ts'
import { type Ramp, RAMP_LEGEND_HEIGHT, rampLegend, stepColor, stepsLegend } from '#charts/shared/legend/ramp-legend.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { rampColor, rampColors } from '#core/color/sequential.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = HeatmapProps & Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

const LETTER = 6.4
/** The approximate space next to and below the cells, in pixels. */
const ROOM = { x: 90, y: 60 }

/** Returns the value that colors a cell. */
const colorValue = (props: HeatmapProps, { value, rank }: Cell): number => (props.byRank ? (rank ?? 0) : value)

/** Returns the color ramp of the cells: over their range of values, or between the limits of the form. */
export function rampOf(props: HeatmapProps, theme: 'light' | 'dark'): Ramp {
  const values = props.cells.map((cell) => colorValue(props, cell))
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

/** The labels of shares, by what they are shares of. */
const SHARES = {
  heatmap: () => t('Share of all'),
  x: () => t('Share of the column'),
  y: () => t('Share of the row'),
}

const share = numberFormatter('.3p')

function partsOf(props: HeatmapProps, cell: Cell): { name: string; text: string }[] {
  return [
    { name: props.metric, text: numberFormatter(props.format)(cell.value) },
    ...(props.showShares ? [{ name: SHARES[props.memoryShareOf](), text: share(cell.share) }] : []),
    ...(props.byRank && cell.rank !== null ? [{ name: t('Rank'), text: share(cell.rank) }] : []),
  ]
}

const cellName = ({ x, y }: HeatmapProps, cell: Cell): string => `${x.names[cell.x]}, ${y.names[cell.y]}`

/** Returns the cells as marks for keyboard navigation. */
export function cellMarks(props: HeatmapProps): Mark[] {
  return props.cells.map((cell, dataIndex) => ({
    seriesId: 'cells',
    seriesIndex: 0,
    dataIndex,
    selection: cellSelection(props, cell),
    text: () =>
      `${cellName(props, cell)}: ${partsOf(props, cell)
        .map(({ name, text }) => `${name} ${text}`)
        .join(', ')}`,
  }))
}

/** Returns the number of cells, and the highest and lowest one. */
export function heatmapSummary(props: HeatmapProps): string {
  const sorted = props.cells.toSorted((a, b) => b.value - a.value)
  const [greatest, least] = [sorted[0], sorted.at(-1)]
  if (!greatest || !least) return t('Chart without values')
  const text = (cell: Cell) => `${cellName(props, cell)}: ${numberFormatter(props.format)(cell.value)}`
  return t('%s in %s cells. Greatest %s. Least %s', props.metric, props.cells.length, text(greatest), text(least))
}

/** Returns the range selection of columns; undefined unless they are ascending instants or numbers. */
export function columnBrush(
  { x }: HeatmapProps,
  { stretch, onStretch }: Pick<ChartViewProps, 'stretch' | 'onStretch'>,
): Brush | undefined {
  const { kind, values } = x
  const isAscending = values.every((value, index) => typeof value === 'number' && !(value <= Number(values[index - 1])))
  if (!onStretch || kind === 'text' || !isAscending || values.length < 2) return undefined
  const numbers = values as readonly number[]
  const first = stretch ? numbers.findIndex((value) => value >= stretch.first) : -1
  const last = stretch ? numbers.findLastIndex((value) => value <= stretch.last) : -1
  return {
    positions: numbers.map((_, index) => index),
    shown: first >= 0 && last >= first ? [first, last] : undefined,
    nameOf: (index) => x.names[index] ?? '',
    onClear: () => onStretch(undefined),
    onBrush: (from, to) => onStretch({ kind, first: numbers[from] as number, last: numbers[to] as number }),
  }
}

/** Returns the color legend below the cells. */
function legendUnder({ showLegend, isPiecewise, width }: Props, ramp: Ramp, theme: ChartTheme): Option | readonly [] {
  if (!showLegend) return []
  return isPiecewise ? stepsLegend(ramp, theme) : rampLegend(ramp, theme, width)
}

function gridOf({ margins: { left, bottom }, showLegend }: Props): Option {
  const below = showLegend ? RAMP_LEGEND_HEIGHT : 0
  return {
    ...gridOption({ top: 0, right: 0, left: 0, bottom: below }),
    ...(left === null ? {} : { left }),
    ...(bottom === null ? {} : { bottom: bottom + below }),
    ...(left === null && bottom === null ? {} : { outerBoundsMode: 'none' }),
  }
}

function axesOf({ x, y, width, height, every }: Props, theme: ChartTheme): Pick<Option, 'xAxis' | 'yAxis'> {
  return {
    xAxis: categoryAxisOption({ names: x.names, length: width, height, every: every.x ?? undefined }, theme),
    yAxis: categoryAxisOption(
      { names: y.names, length: height, height, isUpright: true, every: every.y ?? undefined },
      theme,
    ),
  }
}

/** Returns the ECharts option of the cells. */
export function heatmapOption(props: Props, theme: ChartTheme): Option {
  const { x, y, cells } = props
  const ramp = rampOf(props, props.theme)
  const reach = ramp.most - ramp.least
  const colorOf = (cell: Cell) => {
    const position = reach > 0 ? (colorValue(props, cell) - ramp.least) / reach : 1
    return props.isPiecewise ? stepColor(ramp.colors, position) : rampColor(ramp.colors, position)
  }
  const write = numberFormatter(props.format)
  const room = {
    width: (props.width - ROOM.x) / Math.max(1, x.values.length),
    height: (props.height - ROOM.y - (props.showLegend ? RAMP_LEGEND_HEIGHT : 0)) / Math.max(1, y.values.length),
  }
  const gap = Math.min(room.width, room.height) >= 10 ? 2 : Math.min(room.width, room.height) >= 5 ? 1 : 0
  const reported = ({ dataIndex }: { dataIndex: number }): string => {
    const cell = cells[dataIndex]
    if (!cell) return ''
    const [first, ...others] = partsOf(props, cell).map((part) => ({ ...part, color: 'transparent' }))
    return tooltipHtml(cellName(props, cell), first ? [{ ...first, color: colorOf(cell) }, ...others] : [])
  }
  const hasLabels = props.showValues && room.height >= 14
  const looks = cells.map((cell): CellStyle => {
    const text = hasLabels ? write(cell.value) : undefined
    return {
      color: colorOf(cell),
      isFaded: !!props.selectedMarks?.length && !isMarkHighlighted(props, cellSelection(props, cell)),
      text: text !== undefined && text.length * LETTER + 4 <= room.width ? text : undefined,
    }
  })
  return {
    grid: gridOf(props),
    ...axesOf(props, theme),
    tooltip: { ...tooltipFrame(theme), trigger: 'item', formatter: reported },
    visualMap: cells.length === 0 ? [] : legendUnder(props, ramp, theme),
    series: [
      {
        id: 'cells',
        type: 'custom',
        renderItem: drawCell(gap, looks, theme),
        encode: { x: 0, y: 1 },
        cursor: 'pointer',
        data: cells.map((cell) => [cell.x, cell.y]),
        // With progressive rendering, ECharts would scan all earlier items for each chunk.
        progressive: PIECE,
        progressiveThreshold: PIECE,
      },
    ],
  }
}

/** The maximum number of cells drawn at once, and of cells with rounded corners. */
const PIECE = 6_000
const MAX_ROUND = 2_000

/** The style of a cell; without a text if there is no room for one. */
interface CellStyle {
  readonly color: string
  readonly isFaded: boolean
  readonly text: string | undefined
}

interface Api {
  value(dimension: number): number
  coord(point: readonly [number, number]): [number, number]
  size(span: readonly [number, number]): [number, number]
}

/** Returns a function that renders a cell, centered in its position. */
function drawCell(gap: number, looks: readonly CellStyle[], theme: ChartTheme) {
  return ({ dataIndex }: { readonly dataIndex: number }, api: Api): Option => {
    const [x, y] = api.coord([api.value(0), api.value(1)])
    const [width, height] = api.size([1, 1]).map((length) => Math.max(0.5, length - gap)) as [number, number]
    const { color, isFaded, text } = looks[dataIndex] as CellStyle
    // Among thousands of cells, rounded corners are not visible, and each cell costs four arcs.
    const radius = looks.length > MAX_ROUND ? 0 : Math.min(2, width / 6)
    const label = { type: 'text', style: { text, fill: labelColorOn(color), fontSize: 11, fontFamily: theme.font } }
    return {
      type: 'rect',
      shape: { x: x - width / 2, y: y - height / 2, width, height, ...(radius >= 0.5 ? { r: radius } : {}) },
      style: { fill: color, ...(isFaded ? { opacity: 0.3 } : {}) },
      emphasis: { style: { stroke: theme.text, lineWidth: 1 } },
      ...(text === undefined ? {} : { textContent: label, textConfig: { position: 'inside' } }),
    }
  }
}
