import { type Bar, barTypes, type WaterfallProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { focusOnSeries } from '#charts/shared/echarts/custom-blocks.ts'
import { legendOption, legendSpace } from '#charts/shared/legend/legend.ts'
import type { Mark } from '#charts/shared/echarts/mark.ts'
import { categoryAxisOption, valueAxisOption, gridOption } from '#charts/shared/axes/echarts-axes.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = WaterfallProps &
  Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

const LEGEND = { shown: true, scrolls: false, orientation: 'top' } as const
/** The share of its slot that a bar fills, and the minimum space in pixels for a value above it. */
const FILLED = 0.72
const LEAST = 30

/** Formats an added value with its sign. */
function signedText(format: string, { turn, value }: Bar): string {
  const text = numberFormatter(format)(value)
  return turn === 'increase' && value > 0 && !text.startsWith('+') ? `+${text}` : text
}

const titleOf = ({ name, period }: Bar): string => (name === period ? name : `${period}, ${name}`)

/** Groups bars by type, with their index. */
function groupByType({ bars }: WaterfallProps) {
  return barTypes.map((turn) => bars.flatMap((bar, at) => (bar.turn === turn ? [{ bar, at }] : [])))
}

/** Returns the bars as marks for keyboard navigation, from left to right. */
export function waterfallMarks(props: WaterfallProps): Mark[] {
  const write = numberFormatter(props.format)
  return groupByType(props)
    .flatMap((own, seriesIndex) =>
      own.map(({ bar, at }, dataIndex) => ({
        at,
        mark: {
          seriesId: barTypes[seriesIndex] ?? '',
          seriesIndex,
          dataIndex,
          selection: bar.selection,
          text: () =>
            bar.turn === 'total'
              ? `${titleOf(bar)}: ${props.labels.total} ${write(bar.value)}`
              : `${titleOf(bar)}: ${signedText(props.format, bar)}, ${t('up to here %s', write(bar.to))}`,
        },
      })),
    )
    .toSorted((a, b) => a.at - b.at)
    .map(({ mark }) => mark)
}

/** Returns the number of steps and their sum. */
export function waterfallSummary(props: WaterfallProps): string {
  const steps = props.bars.filter(({ turn }) => turn !== 'total')
  const end = steps.at(-1)?.to
  if (end === undefined) return t('Chart without values')
  const ups = steps.filter(({ turn }) => turn === 'increase').length
  return t(
    '%s in %s steps up and %s down, to %s',
    props.metric,
    ups,
    steps.length - ups,
    numberFormatter(props.format)(end),
  )
}

interface Api {
  value(dimension: number): number
  coord(point: readonly [number, number]): [number, number]
  size(span: readonly [number, number]): [number, number]
  style(): Record<string, unknown>
  visual(of: 'decal'): object | undefined
}

/** Returns a function that renders a bar from the end of the previous one, and a line to the start of the next. */
function drawBar(theme: ChartTheme, last: number) {
  return (_: unknown, api: Api): Option => {
    const at = api.value(0)
    const [x, from] = api.coord([at, api.value(1)])
    const [next, to] = api.coord([at + 1, api.value(2)])
    const width = Math.max(1, (api.size([1, 0])[0] ?? 1) * FILLED)
    const height = Math.max(1, Math.abs(to - from))
    const bar = {
      type: 'rect',
      shape: { x: x - width / 2, y: Math.min(from, to), width, height, r: 1 },
      style: { ...api.style(), decal: api.visual('decal') },
      ...focusOnSeries,
    }
    const line = {
      type: 'line',
      silent: true,
      shape: { x1: x + width / 2, x2: next - width / 2, y1: to, y2: to },
      style: { stroke: theme.axisText, lineWidth: 1, lineDash: [2, 2] },
    }
    return at < last ? { type: 'group', focus: focusOnSeries.focus, children: [bar, line] } : bar
  }
}

function axesOf(props: Props, theme: ChartTheme): Pick<Option, 'xAxis' | 'yAxis'> {
  const { width, height, layout, format, xTitle, yTitle } = props
  const names = props.bars.map(({ name }) => name)
  return {
    xAxis: categoryAxisOption({ names, title: xTitle, layout, length: width, height }, theme),
    yAxis: valueAxisOption({ format, title: yTitle, isUpright: true, length: height, height }, theme),
  }
}

/** Returns the ECharts option of the bars. */
export function waterfallOption(props: Props, theme: ChartTheme): Option {
  const { bars, labels, colors } = props
  const groups = groupByType(props)
  const shown = barTypes.filter((_, index) => (groups[index]?.length ?? 0) > 0)
  const room = (props.width - 60) / Math.max(1, bars.length)
  const reported = ({ seriesIndex, dataIndex }: { seriesIndex: number; dataIndex: number }): string => {
    const bar = groups[seriesIndex]?.[dataIndex]?.bar
    if (!bar) return ''
    const write = numberFormatter(props.format)
    const own = { color: colors[bar.turn], name: labels[bar.turn], text: signedText(props.format, bar) }
    const end = { color: 'transparent', name: t('Up to here'), text: write(bar.to) }
    return tooltipHtml(titleOf(bar), bar.turn === 'total' ? [own] : [own, end])
  }
  return {
    grid: gridOption(legendSpace(LEGEND, props.showLegend)),
    ...axesOf(props, theme),
    legend: legendOption(
      LEGEND,
      shown.map((turn) => labels[turn]),
      props.showLegend,
      theme,
    ),
    tooltip: { ...tooltipFrame(theme), trigger: 'item', formatter: reported },
    series: barTypes.map(
      (turn, index): Option => ({
        id: turn,
        name: labels[turn],
        type: 'custom',
        renderItem: drawBar(theme, bars.length - 1),
        encode: { x: 0, y: [1, 2] },
        cursor: 'pointer',
        itemStyle: { color: colors[turn] },
        data: (groups[index] ?? []).map(({ bar, at: position }) => ({
          value: [position, bar.from, bar.to],
          itemStyle: { opacity: isMarkHighlighted(props, bar.selection) ? 1 : 0.3 },
        })),
        label: {
          show: props.showValues && room >= LEAST,
          position: turn === 'decrease' ? 'bottom' : 'top',
          color: theme.text,
          fontSize: 11,
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const bar = groups[index]?.[dataIndex]?.bar
            return bar ? signedText(props.format, bar) : ''
          },
        },
      }),
    ),
  }
}
