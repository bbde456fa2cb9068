import type { LayerLine, LayerLook, LayerMark, MarkedLayer } from './layer-shapes.ts'
import { type ColorOf, markRow } from './layer-tooltip.ts'
import { faded, type ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { cut } from '#charts/shared/legend/legend.ts'
import type { TimeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'
import { tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'

type Option = Record<string, unknown>

const MARKER = 6
const TITLE = 60
const LONG_DASHES = [10, 6]
/** Over the series of the chart. */
const Z = 3

const typeOf = ({ style }: LayerLook) => (style === 'longDashed' ? LONG_DASHES : style)

function lineOption(
  line: LayerLine,
  at: number,
  own: { readonly name: string; readonly color: string; readonly ink: ChartTheme; readonly horizontal: boolean },
): Option {
  const { name, color, ink, horizontal } = own
  const { look } = line
  return {
    id: `layer-line-${at}`,
    name,
    type: 'line',
    z: Z,
    // Without an own list the points of the chart would be taken.
    data: line.points.map((point) => (horizontal ? point.toReversed() : [...point])),
    color,
    showSymbol: line.markers,
    symbol: 'circle',
    symbolSize: MARKER,
    cursor: 'default',
    lineStyle: { width: line.hideLine ? 0 : look.width, type: typeOf(look), opacity: look.opacity },
    itemStyle: { opacity: look.opacity, borderColor: ink.surface, borderWidth: 1.5 },
    endLabel: { show: look.labelled, formatter: cut(name, 18), color, fontSize: 11, fontWeight: 600, distance: 6 },
    emphasis: { lineStyle: { width: line.hideLine ? 0 : look.width + 1 } },
  }
}

/** The title of each mark at its place when it is labelled, and what is said about it under the pointer. */
function texts(marked: MarkedLayer, color: string, ink: ChartTheme, position: string): Option {
  const of = (write: (mark: LayerMark) => string) => (params: { dataIndex: number }) => {
    const mark = marked.marks[params.dataIndex]
    return mark ? write(mark) : ''
  }
  const label = { show: marked.look.labelled, position, color: ink.text, fontSize: 11 }
  return {
    label: { ...label, formatter: of(({ title }) => cut(title, TITLE)) },
    tooltip: { trigger: 'item', formatter: of((mark) => tooltipHtml('', [markRow(marked, mark, color)])) },
  }
}

function eventOption(marked: MarkedLayer, color: string, ink: ChartTheme, axis: string): Option {
  const { look } = marked
  return {
    markLine: {
      symbol: 'none',
      animation: false,
      precision: -1,
      lineStyle: { color, width: look.width, type: typeOf(look), opacity: look.opacity },
      emphasis: { lineStyle: { width: look.width + 1, opacity: 1 } },
      ...texts(marked, color, ink, 'insideEndTop'),
      data: marked.marks.map(({ from, title }) => ({ name: title, [axis]: from })),
    },
  }
}

function intervalOption(marked: MarkedLayer, color: string, ink: ChartTheme, axis: string): Option {
  const { look } = marked
  const border = { borderColor: color, borderWidth: look.width, borderType: typeOf(look) }
  return {
    markArea: {
      animation: false,
      itemStyle: { color: faded(color, look.opacity), ...border },
      ...texts(marked, color, ink, 'insideTop'),
      data: marked.marks.map(({ from, to, title }) => [{ name: title, [axis]: from }, { [axis]: to }]),
    },
  }
}

/**
 * What ECharts draws of the layers of a chart. Lines have ids of `layer-line-` and their place among all lines, and take
 * `names`; events and intervals are marks of series without points.
 */
export function layerOptions(
  { layers, mark }: TimeseriesProps,
  names: readonly string[],
  colorOf: ColorOf,
  ink: ChartTheme,
): Option[] {
  const axis = mark.horizontal ? 'yAxis' : 'xAxis'
  const lines = layers.lines.map((line, at) => {
    const name = names[at] ?? line.name
    return lineOption(line, at, { name, color: colorOf(line.look, line.name), ink, horizontal: mark.horizontal })
  })
  const marked = layers.marked.map((each, at) => ({
    id: `layer-marks-${at}`,
    type: 'line',
    z: Z,
    data: [],
    ...(each.kind === 'event' ? eventOption : intervalOption)(each, colorOf(each.look, each.layer), ink, axis),
  }))
  return [...lines, ...marked]
}
