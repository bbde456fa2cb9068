import { type TickRange, tickFormatter } from '#charts/shared/axes/tick-format.ts'
import { MIN_TITLED_HEIGHT } from '#charts/shared/axes/echarts-axes.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { truncateLabel } from '#charts/shared/legend/legend.ts'
import { bucketTicks } from '#charts/shared/axes/bucket-ticks.ts'
import { linesBelowTicks, timeLabel, timeTicks } from '#charts/shared/axes/time-axis.ts'
import type { TimeseriesProps, ValueAxisProps } from './timeseries-props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { timeFormatter } from '#core/format/time.ts'
import { xText } from '#charts/shared/axes/x-text.ts'

type Option = Record<string, unknown>

const label = (theme: ChartTheme, own: Option): Option => ({
  color: theme.axisText,
  fontSize: 11,
  margin: 8,
  hideOverlap: true,
  ...own,
})

const title = (name: string, gap: number, theme: ChartTheme): Option =>
  name === ''
    ? {}
    : {
        name: truncateLabel(name, 80),
        nameLocation: 'middle',
        nameGap: gap,
        nameTextStyle: { color: theme.textMuted, fontSize: 11 },
      }

/** The line height below the axis, in pixels. */
const LINE = 14

/** The average letter width of an axis label, in pixels. */
const LETTER = 6.6

/** Numbers used as names have the same minus sign as formatted numbers. */
const withMinus = (name: string) => name.replace(/^-(?=\d[\d.,]*$)/, '−')

function categoryAxis(props: TimeseriesProps, theme: ChartTheme, length: number): Option {
  const { x, xAxis, mark } = props
  const room = (length - 48) / Math.max(1, x.values.length)
  const letters = mark.horizontal ? 24 : Math.max(4, Math.min(24, Math.floor(room / LETTER) - 1))
  const all = !mark.horizontal && xAxis.rotation === 0 && room >= 40
  return {
    type: 'category',
    data: x.values.map((_, index) => xText(props, index, xAxis.format)),
    boundaryGap: mark.shape !== 'line',
    inverse: mark.horizontal,
    axisTick: { show: false },
    axisLabel: label(theme, {
      rotate: mark.horizontal ? 0 : xAxis.rotation,
      ...(all ? { interval: 0, hideOverlap: false } : {}),
      formatter: (name: string) => withMinus(truncateLabel(name, all ? letters : 24)),
    }),
  }
}

/** The props of a time axis. */
type TimeAxisProps = Pick<TimeseriesProps, 'x' | 'xAxis' | 'mark' | 'zoomable' | 'grain' | 'zone'> &
  Pick<ChartViewProps, 'isZoneHidden' | 'height'>

/** Returns how many labels fit on a time axis. Adaptive labels of short axes are closer: months and days are short. */
function mostLabels(length: number, isHorizontal: boolean, isAdaptive: boolean): number {
  const each = isHorizontal ? 28 : isAdaptive && length < 500 ? 52 : 76
  return Math.max(2, Math.floor(length / each))
}

/** Returns a time axis: adaptive labels with the first of a month emphasized, and ticks at period starts. */
export function timeAxis(props: TimeAxisProps, theme: ChartTheme, length: number): Option {
  const { x, xAxis, mark, grain } = props
  const first = Number(x.values[0] ?? 0)
  const last = Number(x.values.at(-1) ?? 0)
  const own = xAxis.format === 'smart_date' ? undefined : timeFormatter(xAxis.format)
  const span = last - first
  const most = mostLabels(length, mark.horizontal, own === undefined)
  const customValues = bucketTicks(first, last, { most, grain }) ?? timeTicks(first, last, most)
  // A low picture has no room for a second line; tooltips show whole dates.
  const isLow = !mark.horizontal && props.height < MIN_TITLED_HEIGHT
  const below = linesBelowTicks(isLow ? [] : props.zoomable ? [first] : customValues, span, {
    hasOwnNames: own !== undefined,
    zone: props.zone,
    isZoneHidden: props.isZoneHidden === true,
  })
  return {
    type: 'time',
    boundaryGap: false,
    inverse: mark.horizontal,
    axisTick: {
      show: true,
      length: 4,
      lineStyle: { color: theme.axisLine },
      ...(props.zoomable ? {} : { customValues }),
    },
    axisLabel: label(theme, {
      rotate: mark.horizontal ? 0 : xAxis.rotation,
      // Of overlapping labels, ECharts hides the first one by default, which has the year and the time zone.
      ...(props.zoomable ? {} : { customValues, showMinLabel: below.has(customValues[0] ?? first) || null }),
      // On horizontal bar charts, a line height would make ECharts shrink the plot.
      ...(mark.horizontal ? {} : { lineHeight: LINE }),
      rich: { strong: { color: theme.text, fontSize: 11, ...(mark.horizontal ? {} : { lineHeight: LINE }) } },
      formatter: (epoch: number, index: number) => {
        const { text, strong } = own ? { text: own(epoch), strong: false } : timeLabel(epoch, span)
        // If the zoom changes the ticks, the first visible one has the extra line.
        const line = below.get(props.zoomable && index === 0 ? first : epoch)
        return [strong ? `{strong|${text}}` : text, ...(line === undefined ? [] : [line])].join(
          mark.horizontal ? ' ' : '\n',
        )
      },
    }),
  }
}

/**
 * Returns the x axis, temporal or categorical. Adaptive time labels emphasize the first of a month; ticks are at period
 * starts.
 */
export function dimensionAxis(
  props: TimeseriesProps & Pick<ChartViewProps, 'isZoneHidden' | 'height'>,
  theme: ChartTheme,
  length: number,
): Option {
  const axis = props.x.kind === 'time' ? timeAxis(props, theme, length) : categoryAxis(props, theme, length)
  return {
    ...axis,
    ...title(
      props.height < MIN_TITLED_HEIGHT ? '' : props.xAxis.title,
      props.mark.horizontal ? 80 : props.x.kind === 'time' ? 42 : 28,
      theme,
    ),
    axisLine: { show: true, lineStyle: { color: theme.axisLine, width: 1 } },
    splitLine: { show: false },
  }
}

/** Returns the approximate number of value axis steps for a length in pixels. */
export function valueSteps(length: number, horizontal: boolean): number {
  return Math.max(2, Math.min(5, Math.floor(length / (horizontal ? 90 : 48))))
}

type ValueAxesProps = TimeseriesProps & Pick<ChartViewProps, 'height'>

/** Returns the value axis: no axis line, three to five grid lines, round steps. */
export function valueAxis(props: ValueAxesProps, theme: ChartTheme, length: number): Option {
  return axisOf(props, props.yAxis, theme, length)
}

/**
 * Returns the value axis on the opposite side, with ticks aligned to those of the first; undefined if there is none.
 */
export function secondValueAxis(props: ValueAxesProps, theme: ChartTheme, length: number): Option | undefined {
  const { secondAxis } = props
  if (secondAxis === undefined) return undefined
  const own = axisOf(props, secondAxis, theme, length)
  const isAligned = !secondAxis.log && !props.yAxis.log
  return {
    ...own,
    position: 'right',
    alignTicks: isAligned,
    splitLine: { show: false },
    minorSplitLine: { show: false },
  }
}

/** Returns the value range of an axis that need not contain zero. */
function reachOf({ series }: TimeseriesProps, { min, max }: ValueAxisProps): TickRange | undefined {
  if (min === null && max === null) return undefined
  const ends = series.flatMap(({ values }) => [extremeOf(values, Math.min), extremeOf(values, Math.max)])
  const known = ends.filter((end) => end !== null)
  return [min ?? extremeOf(known, Math.min) ?? 0, max ?? extremeOf(known, Math.max) ?? 0]
}

function extremeOf(values: readonly (number | null)[], best: (a: number, b: number) => number): number | null {
  return values.reduce<number | null>((found, value) => (value === null ? found : best(found ?? value, value)), null)
}

function axisOf(props: ValueAxesProps, yAxis: ValueAxisProps, theme: ChartTheme, length: number): Option {
  const { mark } = props
  const steps = valueSteps(length, mark.horizontal)
  const write = tickFormatter(yAxis.axisFormat, reachOf(props, yAxis), steps)
  return {
    ...title(props.height < MIN_TITLED_HEIGHT ? '' : yAxis.title, mark.horizontal ? 28 : 44, theme),
    type: yAxis.log ? 'log' : 'value',
    scale: yAxis.min !== null || yAxis.max !== null,
    ...(yAxis.min === null ? {} : { min: yAxis.min }),
    ...(yAxis.max === null ? (props.stack === 'Expand' ? { max: 1, interval: 0.25 } : {}) : { max: yAxis.max }),
    splitNumber: steps,
    axisLine: { show: false },
    axisTick: { show: false },
    minorTick: { show: yAxis.minorLines },
    minorSplitLine: { show: yAxis.minorLines, lineStyle: { color: theme.gridLine, opacity: 0.6 } },
    splitLine: { show: true, lineStyle: { color: theme.gridLine, width: 1 } },
    axisLabel: label(theme, { margin: 6, formatter: (value: number) => write(value) }),
  }
}
