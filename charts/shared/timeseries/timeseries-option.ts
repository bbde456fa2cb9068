import { layerColors } from '#charts/shared/annotations/layer-colors.ts'
import { layerOptions } from '#charts/shared/annotations/layer-options.ts'
import { type ColorOf, hoveredLayers, isLayerLine } from '#charts/shared/annotations/layer-tooltip.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import { endLabelLetters, endLabelShifts } from './end-labels.ts'
import { estimatedLetterWidth } from '#charts/shared/echarts/fitted-text.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { coloredLabel, groupName, observedSeriesIndexes } from '#charts/shared/series/forecast-points.ts'
import { truncateLabel, legendOption, legendSpace, uniqueNames } from '#charts/shared/legend/legend.ts'
import { dimensionAxis, secondValueAxis, valueAxis, valueSteps } from './timeseries-axes.ts'
import { hasIncompletePeriodOverlay, incompletePeriodOverlay } from './incomplete-period-overlay.ts'
import { flatSource, type MarkContext, seriesOptions } from './timeseries-marks.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { nextToCrosshair, tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { valuesAt } from './values-at.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { t } from '#core/text/t.ts'
import { legendNames } from './legend-names.ts'
import { xPositionText, xText } from '#charts/shared/axes/x-text.ts'

type Option = Record<string, unknown>
type Props = TimeseriesProps &
  Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded' | 'isZoneHidden'> &
  Partial<Pick<MarkContext, 'isMoving'>>

/** With more series, a legend replaces end labels. */
const MAX_END_LABELS = 7
const TOOLTIP_ROWS = 20

interface HoveredMark {
  readonly seriesId?: string
  readonly dataIndex: number
}

/** Returns the legend name of a mark by its series id. */
function groupOf({ series }: Props, id: string | undefined): string | undefined {
  const own = series[Number(id?.slice(1))]
  return own && groupName(own)
}

/** Returns the name of an x value, and marks an incomplete period. */
function xTitle(props: Props, index: number): string {
  const text = xText(props, index, props.tooltip.format)
  const at = props.x.values[index] ?? null
  return at !== null && (at === props.openFrom || at === props.cutFirst) ? t('%s, incomplete', text) : text
}

function tooltip(props: Props, colors: readonly string[], colorOf: ColorOf, theme: ChartTheme): Option {
  const { format } = props.tooltip
  const formatter = (hovered: HoveredMark | readonly HoveredMark[]): string => {
    const points: readonly HoveredMark[] = Array.isArray(hovered) ? hovered : [hovered as HoveredMark]
    const layers = hoveredLayers(props, points, colorOf)
    const index = points.find((point) => !isLayerLine(point))?.dataIndex
    // ECharts shows the tooltip of the earlier data again when the data changes under the pointer.
    if (index !== undefined && index >= props.x.values.length) return ''
    // Series that the legend hides have no points.
    const under = new Set(points.map(({ seriesId }) => groupOf(props, seriesId)))
    const own = valuesAt(props, index ?? 0)
      .filter(({ name }) => under.has(name))
      .map(({ at, ...row }) => ({ ...row, color: colors[at] ?? theme.other }))
    const found = [...own, ...layers.lines]
    if (props.tooltip.sorted) found.sort((a, b) => b.value - a.value)
    const more = found.length - TOOLTIP_ROWS
    return tooltipHtml(
      index === undefined ? xPositionText(props, layers.position, format) : xTitle(props, index),
      [...found.slice(0, TOOLTIP_ROWS), ...layers.marks],
      more > 0 ? `+ ${more}` : '',
    )
  }
  return {
    ...tooltipFrame(theme),
    formatter,
    trigger: props.tooltip.all ? 'axis' : 'item',
    ...(props.tooltip.all && !props.mark.horizontal
      ? {
          position: (point: [number, number], _a: unknown, _b: unknown, _c: unknown, size: never) =>
            nextToCrosshair(point, size),
        }
      : {}),
    axisPointer:
      props.mark.shape === 'bar' && props.x.kind === 'category'
        ? { type: 'shadow', z: 0, shadowStyle: { color: theme.gridLine, opacity: 0.5 } }
        : { type: 'line', snap: true, lineStyle: { color: theme.crosshair, width: 1, type: 'solid' } },
  }
}

/** True if lines have end labels instead of a legend. */
function hasEndLabels(props: Props): boolean {
  const { mark, series, legend, width } = props
  const count = observedSeriesIndexes(series).length
  const fits = count > 1 && count <= MAX_END_LABELS && width >= 320
  // Annotation lines are identified by the legend, and a second axis leaves no room for end labels.
  if (props.layers.lines.length > 0 || props.secondAxis) return false
  return mark.shape === 'line' && legend.shown && legend.orientation === 'top' && props.stack !== 'Stream' && fits
}

function zoom(props: Props, theme: ChartTheme): Option {
  if (!props.zoomable) return { dataZoom: [] }
  const along = props.mark.horizontal ? { yAxisIndex: 0 } : { xAxisIndex: 0 }
  const [startValue = Number.NaN, endValue = Number.NaN] = props.sampled?.visibleRange ?? []
  // The data may no longer include the zoomed range.
  const isThere = startValue <= Number(props.x.values.at(-1)) && endValue >= Number(props.x.values[0])
  const visibleRange = isThere ? { startValue, endValue } : {}
  const slider = {
    type: 'slider',
    id: 'slider',
    ...visibleRange,
    height: 20,
    bottom: 0,
    borderColor: theme.gridLine,
    textStyle: { color: theme.axisText, fontSize: 11 },
  }
  return {
    dataZoom: [
      { type: 'inside', id: 'inside', ...visibleRange, ...along },
      props.mark.horizontal ? { type: 'inside', id: 'slider', ...along } : { ...slider, ...along },
    ],
  }
}

/** The minimum height of a picture with a legend, in pixels: the plot needs the space of a lower one. */
const MIN_LEGEND_HEIGHT = 80

/** Returns the ECharts option of a time-series or category chart. */
export function timeseriesOption(props: Props, theme: ChartTheme): Option {
  const names = legendNames(props.series)
  const colors = colorsFor(props.series.map(coloredLabel), props, props.theme)
  const { lines } = props.layers
  const colorOf = layerColors(props, props.theme)
  const legendEntries = uniqueNames([...new Set(names), ...lines.map(({ name }) => name)])
  const lineNames = legendEntries.slice(legendEntries.length - lines.length)
  const endLabels = hasEndLabels(props)
  // A single series has a legend too.
  const isListed = props.legend.shown && props.height >= MIN_LEGEND_HEIGHT
  const hasLegend = isListed && observedSeriesIndexes(props.series).length + lines.length > 0 && !endLabels
  const room = legendSpace(props.legend, hasLegend)
  const ending = endLabels ? names : lines.filter(({ look }) => look.labelled).map(({ name }) => name)
  const longest = Math.max(
    0,
    ...ending.map((name) => estimatedLetterWidth(truncateLabel(name, endLabels ? endLabelLetters(props.width) : 18))),
  )
  const grid = {
    left: room.left + 4,
    right: room.right + (ending.length > 0 ? longest + 12 : 12),
    top: room.top + (hasIncompletePeriodOverlay(props) ? 18 : 10),
    bottom: room.bottom + 4 + (props.zoomable && !props.mark.horizontal ? 30 : 0),
    // With 'same', ECharts shrinks horizontal bars on a vertical time axis.
    outerBoundsMode: props.mark.horizontal ? 'auto' : 'same',
    outerBoundsContain: 'all',
    ...(props.mark.horizontal
      ? { outerBounds: { left: room.left, right: room.right, top: room.top, bottom: room.bottom + 6 } }
      : {}),
  }
  // Labels below the axis have two lines if it is temporal.
  const plotHeight = props.height - grid.top - grid.bottom - (props.x.kind === 'time' ? 38 : 24)
  const context = {
    theme,
    names,
    colors,
    selectedMarks: props.selectedMarks ?? [],
    isSelectionExcluded: props.isSelectionExcluded === true,
    width: props.width,
    isMoving: props.isMoving,
  }
  const along = dimensionAxis(props, theme, props.mark.horizontal ? props.height : props.width)
  const values = valueAxis(props, theme, props.mark.horizontal ? props.width : props.height)
  const second = secondValueAxis(props, theme, props.height)
  return {
    grid,
    dataset: flatSource(props),
    xAxis: props.mark.horizontal ? values : along,
    yAxis: props.mark.horizontal ? along : second ? [values, second] : values,
    series: [
      ...seriesOptions(props, {
        ...context,
        endLabels: endLabels ? endLabelShifts(props, plotHeight, valueSteps(props.height, false)) : undefined,
      }),
      ...layerOptions(props, lineNames, colorOf, theme),
      ...incompletePeriodOverlay(props, theme),
    ],
    legend: legendOption(props.legend, legendEntries, hasLegend, theme),
    tooltip: tooltip(props, colors, colorOf, theme),
    ...zoom(props, theme),
  }
}
