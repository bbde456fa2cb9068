import { type HistogramBin, binText, maxBinValue } from './bins.ts'
import type { HistogramProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { blockEncode, drawBlock, focusOnSeries } from '#charts/shared/echarts/custom-blocks.ts'
import type { Brush } from '#charts/shared/selection/brush.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import { labelColorOn } from '#charts/shared/echarts/label-color.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { legendOption, legendSpace, namesInOrder, uniqueNames } from '#charts/shared/legend/legend.ts'
import type { Mark } from '#charts/shared/echarts/mark.ts'
import { valueAxisOption, gridOption } from '#charts/shared/axes/echarts-axes.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = HistogramProps &
  Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

/** The height of a line of text, in pixels. */
const LETTERS = 14

/** Formats the range of a bin. */
function binName({ left, right }: HistogramBin, format: string): string {
  const write = numberFormatter(format)
  return `${write(left)} – ${write(right)}`
}

/** Returns the bars as marks for keyboard navigation, bin by bin. */
export function barMarks(props: HistogramProps): Mark[] {
  const write = numberFormatter(props.yFormat)
  return props.bins.flatMap((bin, dataIndex) =>
    props.groups.map((group, index) => ({
      seriesId: `g${index}`,
      seriesIndex: index,
      dataIndex,
      selection: group.selection,
      rows: { ...group.selection, [props.column]: binText(bin) },
      text: () =>
        [binName(bin, props.xFormat), ...(props.groups.length > 1 ? [group.name] : [])].join(', ') +
        `: ${write(group.counts[dataIndex] ?? 0)}`,
    })),
  )
}

/** Returns the range selection of bins. */
export function binBrush(
  { bins, xFormat }: HistogramProps,
  { stretch, onStretch }: Pick<ChartViewProps, 'stretch' | 'onStretch'>,
): Brush | undefined {
  if (!onStretch || bins.length === 0) return undefined
  const first = stretch ? bins.findIndex(({ left }) => left >= stretch.first) : -1
  const last = stretch ? bins.findLastIndex((bin) => maxBinValue(bin) <= stretch.last) : -1
  return {
    positions: bins.map(({ left, right }) => (left + right) / 2),
    shown: first >= 0 && last >= first ? [first, last] : undefined,
    nameOf: (index) => {
      const bin = bins[index]
      return bin ? binName(bin, xFormat) : ''
    },
    onClear: () => onStretch(undefined),
    onBrush: (from, to) => {
      const [start, end] = [bins[from], bins[to]]
      if (start && end) onStretch({ kind: 'number', first: start.left, last: maxBinValue(end) })
    },
  }
}

/** Returns a summary: the range of the values, the number of bins, and the fullest bin. */
export function histogramSummary({ bins, groups, title, xFormat, yFormat }: HistogramProps): string {
  const sums = bins.map((_, at) => groups.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0))
  const most = sums.indexOf(sums.reduce((a, b) => Math.max(a, b), 0))
  const [first, fullest, last] = [bins[0], bins[most], bins.at(-1)]
  if (!first || !fullest || !last) return t('Chart without values')
  const whole = binName({ left: first.left, right: last.right, isLast: true }, xFormat)
  const text = `${binName(fullest, xFormat)}: ${numberFormatter(yFormat)(sums[most] ?? 0)}`
  return t('%s from %s in %s bins. Fullest: %s', title, whole, bins.length, text)
}

/** Returns the note about rows or groups that the histogram does not include. */
export function histogramNote({ counted, left }: HistogramProps): string {
  return [
    ...(counted === null ? [] : [t('Based on the first %s rows', numberFormatter(',d')(counted))]),
    ...(left > 0 ? [t('%s more groups are not drawn', left)] : []),
  ].join('. ')
}

/** Returns the bars of each group, stacked in group order. */
function seriesOf(props: Props, names: readonly string[], colors: readonly string[], theme: ChartTheme): Option[] {
  const { bins, groups } = props
  const tops = bins.map(() => 0)
  const sums = bins.map((_, index) => groups.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0))
  const most = sums.reduce((a, b) => Math.max(a, b), 0) || 1
  const width = props.width / Math.max(1, bins.length)
  const hasLabels = props.showValues && width >= 22
  const write = numberFormatter(props.yFormat)
  /** Whether a label fits inside its bar, or above the only bar of its bin. */
  const hasRoom = (count: number) => groups.length === 1 || (count / most) * (props.height - 50) >= LETTERS
  return groups.map((group, index) => {
    const data = bins.map(({ left, right }, bin) => {
      const [low, count] = [tops[bin] ?? 0, group.counts[bin] ?? 0]
      tops[bin] = low + count
      return { value: [left, right, low, low + count], label: { show: hasLabels && hasRoom(count) } }
    })
    return {
      id: `g${index}`,
      name: names[index],
      type: 'custom',
      renderItem: drawBlock(width > 8 ? 1.5 : 0, groups.length > 1 ? focusOnSeries : undefined),
      encode: blockEncode,
      data,
      itemStyle: { color: colors[index], opacity: isMarkHighlighted(props, group.selection) ? 1 : 0.3 },
      label: {
        position: groups.length > 1 ? 'inside' : 'top',
        color: groups.length > 1 ? labelColorOn(colors[index]) : theme.text,
        fontSize: 11,
        formatter: ({ dataIndex }: { dataIndex: number }) => write(group.counts[dataIndex] ?? 0),
      },
    }
  })
}

/** Returns the ECharts option of the bars, from edge to edge of their bins, with stacked groups. */
export function histogramOption(props: Props, theme: ChartTheme): Option {
  const { bins, groups } = props
  const names = uniqueNames(groups.map(({ name }) => name))
  const colors = colorsFor(groups, props, props.theme)
  const hasLegend = props.legend.shown && groups.length > 1
  const write = numberFormatter(props.yFormat)
  const reported = ({ dataIndex }: { dataIndex: number }): string => {
    const bin = bins[dataIndex]
    if (!bin) return ''
    const rows = groups
      .map(({ name, counts }, index) => ({ name, value: counts[dataIndex] ?? 0, color: colors[index] ?? theme.other }))
      .toSorted((a, b) => b.value - a.value)
      .slice(0, 20)
    const of = groups.length > 1 ? (name: string) => name : () => props.measure
    return tooltipHtml(
      `${props.title} ${binName(bin, props.xFormat)}`,
      rows.map(({ name, value, color }) => ({ color, name: of(name), text: write(value) })),
    )
  }
  const [first, last] = [bins[0], bins.at(-1)]
  return {
    grid: gridOption(legendSpace(props.legend, hasLegend)),
    xAxis: valueAxisOption(
      {
        format: props.xFormat,
        title: props.xTitle,
        min: first?.left ?? null,
        max: last?.right ?? null,
        length: props.width,
        height: props.height,
      },
      theme,
    ),
    yAxis: valueAxisOption(
      { format: props.yFormat, title: props.yTitle, isUpright: true, length: props.height, height: props.height },
      theme,
    ),
    legend: legendOption(props.legend, namesInOrder(groups, names), hasLegend, theme),
    tooltip: { ...tooltipFrame(theme), trigger: 'item', formatter: reported },
    series: seriesOf(props, names, colors, theme),
  }
}
