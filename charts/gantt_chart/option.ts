import type { Bar, GanttProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import { focusOnSeries } from '#charts/shared/echarts/custom-blocks.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { instantName } from '#charts/shared/tooltip/instant-name.ts'
import { truncateLabel, legendOption, legendSpace, uniqueNames } from '#charts/shared/legend/legend.ts'
import { hiddenLinksTitle, noteHeight } from '#charts/shared/links/link-texts.ts'
import { MIN_TITLED_HEIGHT } from '#charts/shared/axes/echarts-axes.ts'
import { linesBelowTicks, timeLabel, timeTicks } from '#charts/shared/axes/time-axis.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { timeFormatter } from '#core/format/time.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = GanttProps &
  Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded' | 'isZoneHidden'>

/** The opacity of bars that are not selected. */
const FADED = 0.3
/** The share of the line height that a bar takes. */
const THICK = 0.6
const MIN_BAR_WIDTH = 2
const LETTERS = 24
const TICK = 84
const SLIDER = 30
const TITLE = 20

const instant = ({ timeFormat }: GanttProps, epoch: number): string => instantName(epoch, timeFormat, null)

/** Describes a bar: its name, start and end, and tooltip values. */
export function barText(props: GanttProps, bar: Bar): string {
  const name = [props.lines[bar.line]?.name, props.series[bar.series]?.name].filter(Boolean).join(', ')
  const tooltipText = bar.said.map(([label, text]) => `. ${label} ${text}`).join('')
  return `${name}: ${t('From %s to %s', instant(props, bar.start), instant(props, bar.end))}${tooltipText}`
}

/** Returns the earliest start and the latest end, in epoch milliseconds. */
function span({ bars }: GanttProps): readonly [number, number] {
  return bars.reduce(
    ([first, last], { start, end }) => [Math.min(first, start), Math.max(last, end)],
    [Infinity, -Infinity],
  )
}

/** Returns the number of bars and lines, and the time range. */
export function ganttSummary(props: GanttProps): string {
  if (props.bars.length === 0) return props.note || t('Chart without values')
  const [first, last] = span(props)
  const head = t('%s bars on %s lines', props.bars.length, props.lines.length)
  return [head, t('From %s to %s', instant(props, first), instant(props, last)), props.note].filter(Boolean).join('. ')
}

/** Returns the bars of a series, in the order of its data. */
export const barsOf = ({ bars }: GanttProps, series: number): readonly Bar[] =>
  bars.filter((bar) => bar.series === series)

function tooltip(props: Props, colors: readonly string[], theme: ChartTheme): Option {
  const formatter = ({ seriesIndex, dataIndex }: { seriesIndex: number; dataIndex: number }): string => {
    const bar = barsOf(props, seriesIndex)[dataIndex]
    if (!bar) return ''
    const color = colors[seriesIndex] ?? theme.other
    const rows = [
      [t('Start'), instant(props, bar.start)] as const,
      [t('End'), instant(props, bar.end)] as const,
      ...bar.said,
    ].map(([name, text]) => ({ color, name, text }))
    return tooltipHtml(props.lines[bar.line]?.name ?? '', rows, props.series[bar.series]?.name ?? '')
  }
  return { ...tooltipFrame(theme), trigger: 'item', formatter }
}

interface Api {
  value(at: number): number
  coord(point: readonly [number, number]): [number, number]
  size(of: readonly [number, number]): [number, number]
  visual(of: 'decal'): object | undefined
}
interface Area {
  readonly dataIndex: number
  readonly coordSys: { readonly x: number; readonly width: number }
}

/** Renders a bar on its line, clipped to the plot area. */
function drawBar({ coordSys }: Area, api: Api, style: Option, focus: Option | undefined): Option | undefined {
  const line = api.value(2)
  const [from, y] = api.coord([api.value(0), line])
  const [to] = api.coord([api.value(1), line])
  const height = api.size([0, 1])[1] * THICK
  const left = Math.max(coordSys.x, from)
  const right = Math.min(coordSys.x + coordSys.width, Math.max(to, from + MIN_BAR_WIDTH))
  if (right < left) return undefined
  const radius = Math.min(3, height / 4, (right - left) / 4)
  const shape = { x: left, y: y - height / 2, width: right - left, height, ...(radius >= 0.5 ? { r: radius } : {}) }
  return { type: 'rect', shape, style: { ...style, decal: api.visual('decal') }, ...focus }
}

function timeAxis(props: Props, theme: ChartTheme, length: number): Option {
  const [first, last] = span(props)
  const ticks = timeTicks(first, last, Math.max(2, Math.floor(length / TICK)))
  const own = props.timeFormat === 'smart_date' ? undefined : timeFormatter(props.timeFormat)
  const isLow = props.height < MIN_TITLED_HEIGHT
  const below = linesBelowTicks(isLow ? [] : props.zoomable ? [first] : ticks, last - first, {
    hasOwnNames: own !== undefined,
    zone: props.zone,
    isZoneHidden: props.isZoneHidden === true,
  })
  const fixed = props.zoomable ? {} : { customValues: ticks }
  return {
    type: 'time',
    min: first,
    max: last === first ? first + 1 : last,
    axisLine: { show: true, lineStyle: { color: theme.axisLine } },
    axisTick: { show: true, length: 4, lineStyle: { color: theme.axisLine }, ...fixed },
    splitLine: { show: true, lineStyle: { color: theme.gridLine } },
    axisLabel: {
      ...fixed,
      color: theme.axisText,
      fontSize: 11,
      lineHeight: 14,
      hideOverlap: true,
      formatter: (epoch: number, index: number) => {
        const text = own ? own(epoch) : timeLabel(epoch, last - first).text
        const line = below.get(props.zoomable && index === 0 ? first : epoch)
        return line === undefined ? text : `${text}\n${line}`
      },
    },
    name: isLow ? '' : props.xTitle,
    nameLocation: 'middle',
    nameGap: 38,
    nameTextStyle: { color: theme.textMuted, fontSize: 11 },
  }
}

function lineAxis(props: Props, theme: ChartTheme): Option {
  const { lines } = props
  const nameAt = (at: number): string => {
    const line = lines[at]
    // A line that is split by series has its name at the first part only.
    return line && lines[at - 1]?.name !== line.name ? truncateLabel(line.name, LETTERS) : ''
  }
  return {
    type: 'category',
    inverse: true,
    data: lines.map((_, index) => String(index)),
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { color: theme.axisText, fontSize: 11, formatter: (_: string, at: number) => nameAt(at) },
    name: props.yTitle,
    nameLocation: 'middle',
    nameTextStyle: { color: theme.textMuted, fontSize: 11 },
  }
}

/** Returns the ECharts option of bars over time, each on its line. */
export function ganttOption(props: Props, theme: ChartTheme): Option {
  const names = uniqueNames(props.series.map(({ name }) => name))
  const colors = colorsFor(props.series, props, props.theme)
  const hasLegend = props.legend.shown && names.length > 1
  const focus = names.length > 1 ? focusOnSeries : undefined
  const room = legendSpace(props.legend, hasLegend)
  const bottom = room.bottom + noteHeight(props.note) + (props.zoomable ? SLIDER : 0) + (props.xTitle ? TITLE : 0)
  const grid = {
    left: room.left + (props.yTitle ? TITLE : 0),
    right: room.right + 12,
    top: room.top + 8,
    bottom: bottom + 4,
    outerBoundsMode: 'same',
    outerBoundsContain: 'axisLabel',
  }
  const slider = { type: 'slider', height: 20, bottom: noteHeight(props.note), textStyle: { color: theme.axisText } }
  return {
    legend: legendOption(props.legend, names, hasLegend, theme),
    tooltip: tooltip(props, colors, theme),
    title: hiddenLinksTitle(props.note, theme),
    grid,
    dataZoom: props.zoomable
      ? [
          { type: 'inside', filterMode: 'weakFilter' },
          { ...slider, filterMode: 'weakFilter' },
        ]
      : [],
    xAxis: props.bars.length > 0 ? timeAxis(props, theme, props.width - grid.left - grid.right - 100) : { show: false },
    yAxis: lineAxis(props, theme),
    series: props.series.map((_, index) => {
      const bars = barsOf(props, index)
      const styles = bars.map((bar) => ({
        fill: colors[index],
        opacity: isMarkHighlighted(props, bar.selection) ? 1 : FADED,
      }))
      return {
        id: `g${index}`,
        name: names[index],
        type: 'custom',
        renderItem: (area: Area, api: Api) => drawBar(area, api, styles[area.dataIndex] ?? {}, focus),
        encode: { x: [0, 1], y: 2 },
        itemStyle: { color: colors[index] },
        data: bars.map((bar) => [bar.start, bar.end, bar.line]),
        // With progressive rendering, ECharts would scan all earlier items for each chunk.
        progressive: 0,
      }
    }),
  }
}
