import type { LayeredChart, LayerLine, LayerStyle, LayerMark, MarkedLayer } from './layer-shapes.ts'
import { type ColorOf, layerMarkTooltipRow } from './layer-tooltip.ts'
import { withOpacity, type ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { truncateLabel } from '#charts/shared/legend/legend.ts'
import { tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'

type Option = Record<string, unknown>

const MARKER = 6
const TITLE = 60
const LONG_DASHES = [10, 6]
/** Above the series of the chart. */
const Z = 3

const typeOf = ({ style }: LayerStyle) => (style === 'longDashed' ? LONG_DASHES : style)

function lineOption(
  line: LayerLine,
  at: number,
  own: { readonly name: string; readonly color: string; readonly theme: ChartTheme; readonly horizontal: boolean },
): Option {
  const { name, color, theme, horizontal } = own
  const { look } = line
  return {
    id: `layer-line-${at}`,
    name,
    type: 'line',
    z: Z,
    // Without a data list, ECharts would use the points of the chart.
    data: line.points.map((point) => (horizontal ? point.toReversed() : [...point])),
    color,
    showSymbol: line.markers,
    symbol: 'circle',
    symbolSize: MARKER,
    cursor: 'default',
    lineStyle: { width: line.hideLine ? 0 : look.width, type: typeOf(look), opacity: look.opacity },
    itemStyle: { opacity: look.opacity, borderColor: theme.surface, borderWidth: 1.5 },
    endLabel: {
      show: look.labelled,
      // ECharts would replace `{b}` in a text; it does not in the result of a function.
      formatter: () => truncateLabel(name, 18),
      color,
      fontSize: 11,
      fontWeight: 600,
      distance: 6,
    },
    emphasis: { lineStyle: { width: line.hideLine ? 0 : look.width + 1 } },
  }
}

/** Returns the label of each mark if labels are on, and its tooltip text. */
function texts(marked: MarkedLayer, color: string, theme: ChartTheme, position: string): Option {
  const of = (write: (mark: LayerMark) => string) => (params: { dataIndex: number }) => {
    const mark = marked.marks[params.dataIndex]
    return mark ? write(mark) : ''
  }
  const label = { show: marked.look.labelled, position, color: theme.text, fontSize: 11 }
  return {
    label: { ...label, formatter: of(({ title }) => truncateLabel(title, TITLE)) },
    tooltip: { trigger: 'item', formatter: of((mark) => tooltipHtml('', [layerMarkTooltipRow(marked, mark, color)])) },
  }
}

function eventOption(marked: MarkedLayer, color: string, theme: ChartTheme, axis: string): Option {
  const { look } = marked
  return {
    markLine: {
      symbol: 'none',
      animation: false,
      precision: -1,
      lineStyle: { color, width: look.width, type: typeOf(look), opacity: look.opacity },
      emphasis: { lineStyle: { width: look.width + 1, opacity: 1 } },
      ...texts(marked, color, theme, 'insideEndTop'),
      data: marked.marks.map(({ from, title }) => ({ name: title, [axis]: from })),
    },
  }
}

function intervalOption(marked: MarkedLayer, color: string, theme: ChartTheme, axis: string): Option {
  const { look } = marked
  const border = { borderColor: color, borderWidth: look.width, borderType: typeOf(look) }
  return {
    markArea: {
      animation: false,
      itemStyle: { color: withOpacity(color, look.opacity), ...border },
      ...texts(marked, color, theme, 'insideTop'),
      data: marked.marks.map(({ from, to, title }) => [{ name: title, [axis]: from }, { [axis]: to }]),
    },
  }
}

/**
 * Returns the ECharts options of the annotation layers. Line ids are `layer-line-` and their index among all lines, and
 * lines take `names`; events and intervals are marks of series without points.
 */
export function layerOptions(
  { layers, mark }: LayeredChart,
  names: readonly string[],
  colorOf: ColorOf,
  theme: ChartTheme,
): Option[] {
  const axis = mark.horizontal ? 'yAxis' : 'xAxis'
  const lines = layers.lines.map((line, index) => {
    const name = names[index] ?? line.name
    return lineOption(line, index, { name, color: colorOf(line.look, line.name), theme, horizontal: mark.horizontal })
  })
  const marked = layers.marked.map((each, index) => ({
    id: `layer-marks-${index}`,
    type: 'line',
    z: Z,
    data: [],
    ...(each.kind === 'event' ? eventOption : intervalOption)(each, colorOf(each.look, each.layer), theme, axis),
  }))
  return [...lines, ...marked]
}
