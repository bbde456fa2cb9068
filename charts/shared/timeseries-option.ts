import { colorsFor } from './colors.ts'
import { endLabelShifts } from './end-labels.ts'
import type { Ink } from './ink.ts'
import { cut, legendOption, legendRoom, uniqueNames } from './legend.ts'
import { dimensionAxis, valueAxis, xText } from './timeseries-axes.ts'
import { flatSource, seriesOptions } from './timeseries-marks.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { besideCrosshair, tooltipFrame, tooltipHtml, type TooltipRow } from './tooltip.ts'
import type { Canvas } from '#charts/chart.ts'
import { numberFormatter } from '#core/format/number.ts'

type Option = Record<string, unknown>
type Props = TimeseriesProps & Pick<Canvas, 'width' | 'height' | 'theme' | 'picked'>

/** Beyond this number of series a legend names them. */
const MAX_END_LABELS = 7
const TOOLTIP_ROWS = 20

interface Hovered {
  readonly seriesId?: string
  readonly dataIndex: number
}

function tooltip(props: Props, colors: readonly string[], ink: Ink): Option {
  const write = numberFormatter(props.yAxis.format)
  const formatter = (hovered: Hovered | readonly Hovered[]): string => {
    const points: readonly Hovered[] = Array.isArray(hovered) ? hovered : [hovered as Hovered]
    const index = points[0]?.dataIndex ?? 0
    const found = points.flatMap(({ seriesId }): (TooltipRow & { value: number })[] => {
      const at = Number(seriesId?.slice(1))
      const series = props.series[at]
      const value = series?.values[index] ?? null
      if (!series || value === null) return []
      return [{ name: series.name, color: colors[at] ?? ink.other, text: write(value), value }]
    })
    if (props.tooltip.sorted) found.sort((a, b) => b.value - a.value)
    const more = found.length - TOOLTIP_ROWS
    return tooltipHtml(
      xText(props, index, props.tooltip.format),
      found.slice(0, TOOLTIP_ROWS),
      more > 0 ? `+ ${more}` : '',
    )
  }
  return {
    ...tooltipFrame(ink),
    formatter,
    trigger: props.tooltip.all ? 'axis' : 'item',
    ...(props.tooltip.all && !props.mark.horizontal
      ? {
          position: (point: [number, number], _a: unknown, _b: unknown, _c: unknown, size: never) =>
            besideCrosshair(point, size),
        }
      : {}),
    axisPointer:
      props.mark.shape === 'bar' && props.x.kind === 'category'
        ? { type: 'shadow', z: 0, shadowStyle: { color: ink.gridLine, opacity: 0.5 } }
        : { type: 'line', snap: true, lineStyle: { color: ink.crosshair, width: 1, type: 'solid' } },
  }
}

/** Whether names stand at the ends of lines instead of in a legend. */
function hasEndLabels(props: Props): boolean {
  const { mark, series, legend, width } = props
  const fits = series.length > 1 && series.length <= MAX_END_LABELS && width >= 320
  return mark.shape === 'line' && legend.shown && legend.orientation === 'top' && props.stack !== 'Stream' && fits
}

function zoom(props: Props, ink: Ink): Option {
  if (!props.zoomable) return { dataZoom: [] }
  const along = props.mark.horizontal ? { yAxisIndex: 0 } : { xAxisIndex: 0 }
  const slider = {
    type: 'slider',
    height: 20,
    bottom: 0,
    borderColor: ink.gridLine,
    textStyle: { color: ink.axisText, fontSize: 11 },
  }
  return {
    dataZoom: [
      { type: 'inside', ...along },
      props.mark.horizontal ? { type: 'inside', ...along } : { ...slider, ...along },
    ],
  }
}

/** The picture of a chart over time or categories. */
export function timeseriesOption(props: Props, ink: Ink): Option {
  const names = uniqueNames(props.series.map((each) => each.name))
  const colors = colorsFor(
    props.series.map((each) => each.name),
    props,
    props.theme,
  )
  const endLabels = hasEndLabels(props)
  const hasLegend = props.legend.shown && props.series.length > 1 && !endLabels
  const room = legendRoom(props.legend, hasLegend)
  const longest = Math.max(0, ...names.map((name) => cut(name, 18).length))
  const grid = {
    left: room.left + 4,
    right: room.right + (endLabels ? longest * 6.4 + 12 : 12),
    top: room.top + 10,
    bottom: room.bottom + 4 + (props.zoomable && !props.mark.horizontal ? 30 : 0),
    outerBoundsMode: 'same',
    outerBoundsContain: 'all',
  }
  const context = { ink, names, colors, picked: props.picked ?? [], width: props.width }
  const along = dimensionAxis(props, ink, props.mark.horizontal ? props.height : props.width)
  const values = valueAxis(props, ink, props.mark.horizontal ? props.width : props.height)
  return {
    grid,
    dataset: flatSource(props),
    xAxis: props.mark.horizontal ? values : along,
    yAxis: props.mark.horizontal ? along : values,
    series: seriesOptions(props, {
      ...context,
      endLabels: endLabels ? endLabelShifts(props, props.height - 44) : undefined,
    }),
    legend: legendOption(props.legend, names, hasLegend, ink),
    tooltip: tooltip(props, colors, ink),
    ...zoom(props, ink),
  }
}
