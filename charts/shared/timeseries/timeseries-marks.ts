import { isolatedPoints } from './isolated-points.ts'
import { interpolatedValues } from './interpolated-values.ts'
import { categoryKeys, KEY_DIMENSION, barTransitionOption } from './bar-transition.ts'
import { withOpacity, type ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { endLabelLetters } from './end-labels.ts'
import { truncateLabel } from '#charts/shared/legend/legend.ts'
import {
  bandValues,
  isForecastBound,
  isForecastSeries,
  lowerBoundIndex,
} from '#charts/shared/series/forecast-points.ts'
import { isSameMark } from '#charts/shared/selection/selection-mask.ts'
import type { Series } from '#charts/shared/series/series.ts'
import { displayOptionsOf } from './series-display-options.ts'
import { seriesOfStack, stackName, topmostSeries, sumStacks } from '#charts/shared/series/stacking.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import type { ChartViewProps, SelectedMark } from '#charts/chart.ts'
import { numberFormatter } from '#core/format/number.ts'

type Option = Record<string, unknown>

/** The layout values that series marks need in addition to the props. */
export interface MarkContext {
  readonly theme: ChartTheme
  readonly names: readonly string[]
  readonly colors: readonly string[]
  readonly selectedMarks: readonly SelectedMark[]
  readonly isSelectionExcluded: boolean
  /** The vertical offset of each end label in pixels; undefined for lines without one. */
  readonly endLabels: readonly (number | undefined)[] | undefined
  /** The width of the plot in pixels, for downsampling long lines. */
  readonly width: number
  /** Whether bars move from their places in the picture before. */
  readonly isMoving?: boolean | undefined
}

const UNSELECTED_OPACITY = 0.3
/** The opacity of a forecast band. */
const BAND = 0.18
/** The opacity of points, so that overlapping ones are visible. */
const POINT = 0.85

/**
 * Returns the x values, one row per series and the keys of categories as a flat array: the fastest format for ECharts.
 */
export function flatSource(props: TimeseriesProps): { source: Float64Array; dimensions: string[] } {
  const { series, x } = props
  const keys = categoryKeys(props)
  const step = series.length + (keys ? 2 : 1)
  const source = new Float64Array(x.values.length * step)
  const values = series.map((each, index) =>
    isForecastBound(each) ? bandValues(series, index, props.stack !== null) : interpolatedValues(props, each),
  )
  for (let row = 0; row < x.values.length; row++) {
    source[row * step] = x.kind === 'time' ? Number(x.values[row]) : row
    for (let index = 0; index < series.length; index++)
      source[row * step + index + 1] = values[index]?.[row] ?? Number.NaN
    if (keys) source[row * step + step - 1] = keys[row] ?? Number.NaN
  }
  return { source, dimensions: ['x', ...series.map((_, index) => `s${index}`), ...(keys ? [KEY_DIMENSION] : [])] }
}

function valueLabels(props: TimeseriesProps, at: number, theme: ChartTheme): Option {
  const own = props.series[at]
  const look = own && displayOptionsOf(props, own)
  if (!own || !look?.labels.values || isForecastSeries(own)) return { show: false }
  const { labels, mark, stack } = look
  const write = numberFormatter(look.format)
  const length = props.x.values.length
  const neighbor = stackName(own)
  const sums = sumStacks(seriesOfStack(props.series, neighbor), length)
  const top = topmostSeries(
    props.series.map((each) => (stackName(each) === neighbor ? each : { ...each, values: [] })),
    length,
  )
  const formatter = ({ dataIndex }: { dataIndex: number }): string => {
    const value = own.values[dataIndex] ?? null
    if (value === null) return ''
    if (stack === null) return write(value)
    if (labels.totalOnly) return top[dataIndex] === at ? write(sums[dataIndex] ?? 0) : ''
    const share = (100 * value) / (sums[dataIndex] || 1)
    return share < labels.threshold ? '' : write(value)
  }
  const beyond = mark.horizontal ? 'right' : 'top'
  const position = mark.shape === 'bar' && stack !== null && !labels.totalOnly ? 'inside' : beyond
  return { show: true, position, color: theme.text, fontSize: 11, formatter }
}

/** Returns the labels of a series; those that would cover others are hidden. */
function labelOptions(props: TimeseriesProps, at: number, theme: ChartTheme): Option {
  const label = valueLabels(props, at, theme)
  return label['show'] === true ? { label, labelLayout: { hideOverlap: true } } : { label }
}

/** True if a mark is highlighted: if it matches the selection, or if nothing is selected. */
export function isMarkHighlighted(
  { selectedMarks = [], isSelectionExcluded = false }: SelectionState,
  selection: SelectedMark,
): boolean {
  return selectedMarks.length === 0 || selectedMarks.some((each) => isSameMark(each, selection)) !== isSelectionExcluded
}

/** The selection of a canvas. */
type SelectionState = { readonly [key in 'selectedMarks' | 'isSelectionExcluded']?: ChartViewProps[key] }

/** Returns the dimension values of a mark: those of its series, or else its x category. */
export function selectionOf(props: TimeseriesProps, seriesIndex: number, dataIndex: number): SelectedMark | undefined {
  const series = props.series[seriesIndex]
  if (!series) return undefined
  if (Object.keys(series.selection).length > 0) return series.selection
  if (props.x.kind !== 'category' || props.x.column === '') return undefined
  return { [props.x.column]: props.x.values[dataIndex] ?? null }
}

/** Time comparisons are dashed, forecasts dotted. ECharts keeps the type of an earlier series unless one is given. */
function roleStyle({ role, isTwin }: Series): Option {
  if (isTwin) return { type: [7, 4] }
  if (role === undefined) return { type: 'solid' }
  return { type: role === 'compared' ? 'dashed' : 'dotted' }
}

const shapeOf = ({ curve }: TimeseriesProps['mark']): Option => ({
  smooth: curve === 'smooth',
  step: curve === 'straight' || curve === 'smooth' ? false : curve,
})

/** Returns the band between forecast bounds: an invisible lower bound, and the band stacked on it. */
function band(props: TimeseriesProps, series: Series, at: number, context: MarkContext): Option {
  const color = context.colors[at] ?? context.theme.other
  const opacity = BAND * (isMarkHighlighted(context, series.selection) ? 1 : UNSELECTED_OPACITY)
  const isUpper = series.role === 'upper'
  return {
    type: 'line',
    ...shapeOf(props.mark),
    stack: `band ${isUpper ? lowerBoundIndex(props.series, at) : at}`,
    stackStrategy: 'all',
    color,
    silent: true,
    showSymbol: false,
    lineStyle: { opacity: 0 },
    itemStyle: { opacity: 0 },
    ...(isUpper ? { areaStyle: { color, opacity } } : {}),
    emphasis: { disabled: true },
    blur: { areaStyle: { opacity: isUpper ? BAND * UNSELECTED_OPACITY : 0 }, lineStyle: { opacity: 0 } },
  }
}

/** From this size in pixels on, points have an outline in the background color. */
const RIMMED = 6
/** The size of a point without a line, in pixels. */
const ISOLATED_SIZE = 6
const NONE: ReadonlySet<number> = new Set()
/** The size of a hovered point on a line, in pixels. */
const HOVERED = 7

interface Points {
  /** The values for drawing the line. */
  readonly drawn: Series['values']
  readonly isolated: ReadonlySet<number>
  readonly size: number
}

/** Isolated points get a symbol. A position that the line only interpolates for other series has none. */
function symbolSizes({ values }: Series, { drawn, isolated, size }: Points) {
  if (isolated.size === 0 && drawn === values) return size
  return (_: unknown, { dataIndex }: { readonly dataIndex: number }): number => {
    if (isolated.size > 0) return isolated.has(dataIndex) ? ISOLATED_SIZE : 0
    return values[dataIndex] === null ? 0 : size
  }
}

function line(props: TimeseriesProps, series: Series, at: number, context: MarkContext): Option {
  const { mark, stack } = displayOptionsOf(props, series)
  const { theme } = context
  const color = context.colors[at] ?? theme.other
  const strength = isMarkHighlighted(context, series.selection) ? 1 : UNSELECTED_OPACITY
  // Downsampling keeps the extremes.
  const isLong =
    !props.sampled && stack === null && props.x.values.length > 2 * context.width && props.x.kind === 'time'
  const hasMarkers = mark.symbolSize > 0 && mark.shape === 'line'
  const drawn = interpolatedValues(props, series)
  const isolated = hasMarkers ? NONE : isolatedPoints(drawn)
  return {
    type: 'line',
    showSymbol: hasMarkers || isolated.size > 0,
    symbol: 'circle',
    symbolSize: symbolSizes(series, { drawn, isolated, size: mark.symbolSize || HOVERED }),
    ...shapeOf(mark),
    ...(isLong ? { sampling: 'lttb' } : {}),
    triggerEvent: true,
    color,
    lineStyle: { width: 1.75, opacity: strength, ...roleStyle(series) },
    // An outline around small points would look like a dashed line, which means a time comparison.
    itemStyle: {
      borderColor: theme.surface,
      borderWidth: hasMarkers && mark.symbolSize < RIMMED ? 0 : 1.5,
      opacity: strength,
    },
    ...(mark.fill > 0 && !isForecastSeries(series) ? { areaStyle: { color, opacity: mark.fill * strength } } : {}),
    endLabel: {
      show: context.endLabels?.[at] !== undefined,
      offset: [0, context.endLabels?.[at] ?? 0],
      // ECharts would replace `{b}` in a text; it does not in the result of a function.
      formatter: () => truncateLabel(context.names[at] ?? '', endLabelLetters(context.width)),
      color,
      fontSize: 11,
      fontWeight: 600,
      distance: 6,
    },
    emphasis: { focus: 'series' },
    blur: { lineStyle: { opacity: UNSELECTED_OPACITY }, endLabel: { opacity: UNSELECTED_OPACITY } },
  }
}

/** From this number on, the bars of a series are painted as one element. */
const MAX_BARS = 1000
/** The maximum number of x values for which stacked bars have separating lines. */
const PARTED = 60

/** True if the bars of a series are so many and so simple that they can be painted as one element. */
function areAsOne(props: TimeseriesProps, series: Series): boolean {
  const { stack, labels } = displayOptionsOf(props, series)
  const xCount = props.x.values.length
  return xCount * props.series.length > MAX_BARS && !labels.values && (stack === null || xCount > PARTED)
}

function bar(props: TimeseriesProps, series: Series, at: number, context: MarkContext): Option {
  const { theme } = context
  const { stack, axis } = displayOptionsOf(props, series)
  const isLog = (axis === 1 ? props.secondAxis : props.yAxis)?.log === true
  const color = context.colors[at] ?? theme.other
  const byCategory = Object.keys(series.selection).length === 0 && context.selectedMarks.length > 0
  const strength = isMarkHighlighted(context, series.selection) ? 1 : UNSELECTED_OPACITY
  const categoryColor = ({ dataIndex }: { dataIndex: number }): string =>
    isMarkHighlighted(context, selectionOf(props, at, dataIndex) ?? {}) ? color : withOpacity(color, UNSELECTED_OPACITY)
  return {
    type: 'bar',
    barCategoryGap: props.x.values.length > 40 ? '12%' : '28%',
    barGap: '8%',
    barMinHeight: stack === null && !isLog ? 1 : 0,
    color,
    itemStyle: {
      color: byCategory ? categoryColor : withOpacity(color, strength),
      borderRadius: 1,
      ...(stack === null || props.x.values.length > PARTED
        ? { borderWidth: 0 }
        : { borderColor: theme.surface, borderWidth: 1 }),
    },
    emphasis: { focus: props.series.length > 1 ? 'series' : 'self' },
    blur: { itemStyle: { opacity: 0.4 } },
    asOne: areAsOne(props, series),
  }
}

/** Returns a scatter series. */
function points(props: TimeseriesProps, series: Series, at: number, context: MarkContext): Option {
  const color = context.colors[at] ?? context.theme.other
  const strength = isMarkHighlighted(context, series.selection) ? 1 : UNSELECTED_OPACITY
  return {
    type: 'scatter',
    symbol: series.role === 'compared' ? 'emptyCircle' : 'circle',
    symbolSize: displayOptionsOf(props, series).mark.symbolSize,
    color,
    itemStyle: { opacity: POINT * strength },
    emphasis: { focus: 'series', itemStyle: { opacity: 1 } },
    blur: { itemStyle: { opacity: UNSELECTED_OPACITY * POINT } },
  }
}

/** Returns the invisible base of a stream: minus half of its height. */
function centre(props: TimeseriesProps): Option {
  const own = props.series.filter((series) => !isForecastSeries(series))
  const sums = sumStacks(own, props.x.values.length)
  const base = props.x.values.map((at, index) => {
    const pair = [props.x.kind === 'time' ? at : index, -(sums[index] ?? 0) / 2]
    return props.mark.horizontal ? pair.toReversed() : pair
  })
  const unseen = { itemStyle: { opacity: 0 }, lineStyle: { opacity: 0 }, tooltip: { show: false } }
  return { ...unseen, id: 'centre', type: props.mark.shape, data: base, silent: true, showSymbol: false }
}

/** Stacks the series of each query if its options say so. */
function queryStack(props: TimeseriesProps, series: Series): Option {
  return displayOptionsOf(props, series).stack === null ? {} : { stack: stackName(series), stackStrategy: 'samesign' }
}

const MARKS = { line, bar, scatter: points } as const

/** Returns the ECharts series over the flat source; the id of `props.series[n]` is `s` followed by n. */
export function seriesOptions(props: TimeseriesProps, context: MarkContext): Option[] {
  const markOf = (series: Series) => {
    if (isForecastBound(series)) return band
    return isForecastSeries(series) ? line : MARKS[displayOptionsOf(props, series).mark.shape]
  }
  const keys = categoryKeys(props)
  const [axis, value] = props.mark.horizontal ? ['y', 'x'] : ['x', 'y']
  const drawn = props.series.map((series, index) => ({
    ...markOf(series)(props, series, index, context),
    id: `s${index}`,
    name: context.names[index],
    encode: { [axis]: 'x', [value]: `s${index}`, ...(keys ? { itemId: KEY_DIMENSION } : {}) },
    ...(keys ? barTransitionOption(context.isMoving === true) : {}),
    ...(displayOptionsOf(props, series).axis === 1 ? { yAxisIndex: 1 } : {}),
    ...labelOptions(props, index, context.theme),
    cursor: selectionOf(props, index, 0) ? 'pointer' : 'default',
  }))
  if (props.looks) return props.series.map((series, index) => ({ ...drawn[index], ...queryStack(props, series) }))
  if (props.stack === null) return drawn
  const isStream = props.stack === 'Stream'
  const stacked = (name: string) => ({ stack: name, stackStrategy: isStream ? 'all' : 'samesign' })
  const layers = props.series.map((series, index) =>
    isForecastBound(series) ? drawn[index] : { ...drawn[index], ...stacked(isStream ? 'all' : stackName(series)) },
  )
  return (isStream ? [{ ...centre(props), ...stacked('all') }, ...layers] : layers) as Option[]
}
