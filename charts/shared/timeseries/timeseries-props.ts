import { haveMixedCurrencies, splitFormat } from '#core/format/currency.ts'
import { colorChoice } from '#charts/shared/colors.ts'
import { layerProps } from '#charts/shared/annotations/layer-props.ts'
import type { LayerProps } from '#charts/shared/annotations/layer-shapes.ts'
import { formatFor, metricFormats, numberOrDefault, textOrDefault } from '#charts/shared/number-format.ts'
import { grainOf } from '#charts/shared/axes/grain.ts'
import { cutPeriodStart, openPeriodEnd } from './incomplete-period.ts'
import { resampleGaps } from './resample-gaps.ts'
import { type Series, seriesTable } from '#charts/shared/series/series.ts'
import { wideTable } from '#charts/shared/series/wide-table.ts'
import type { Axis } from '#charts/shared/axes/x-axis.ts'
import { isForecastSeries } from '#charts/shared/series/forecast-points.ts'
import { maskLogAxisValues } from './log-axis-values.ts'
import { sharesWithinSeries, type Stack, toShares } from '#charts/shared/series/stacking.ts'
import type { TimeseriesForm } from '#charts/shared/series/timeseries-controls.ts'
import { visibleRangeOf } from './timeseries-sample.ts'
import type { Bounds } from '#controls/bounds/index.ts'
import type { ValuesOf } from '#controls/form-type.ts'
import type { legendSection } from '#controls/shared/picture-controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { timeComparisonOf } from '#core/form/advanced-analytics.ts'
import { explicitAxisFormat } from '#core/format/axis.ts'
import { SMART_NUMBER } from '#core/format/number-formats.ts'
import { queryFields } from '#core/form/query-fields.ts'
import type { VisibleRange } from '#core/query/sample.ts'
import type { LegendProps } from '#charts/shared/legend/legend.ts'

/** The style of the series. */
export interface SeriesMark {
  readonly shape: 'line' | 'bar' | 'scatter'
  readonly curve: 'straight' | 'smooth' | 'start' | 'middle' | 'end'
  /** Opacity of the filled area; 0 draws none. */
  readonly fill: number
  readonly symbolSize: number
  readonly horizontal: boolean
}

/** The value labels. */
export interface LabelProps {
  readonly values: boolean
  readonly totalOnly: boolean
  readonly threshold: number
}

/** The display options of one query's series, if a chart has two queries. */
export interface SeriesDisplayOptions {
  readonly mark: SeriesMark
  readonly stack: Stack | null
  readonly labels: LabelProps
  /** The value axis of the series: the first, or the second on the opposite side. */
  readonly axis: 0 | 1
  /** The format of their values. */
  readonly format: string
}

/** A value axis. */
export interface ValueAxisProps {
  readonly title: string
  /** The format of values in labels and tooltips. */
  readonly format: string
  /** The format of the axis labels; see `explicitAxisFormat`. */
  readonly axisFormat: string
  readonly log: boolean
  readonly minorLines: boolean
  readonly min: number | null
  readonly max: number | null
}

/** The props of a time-series chart. */
export interface TimeseriesProps {
  readonly x: Axis
  readonly series: readonly Series[]
  /** The number of series that are not drawn. */
  readonly left?: number
  /** The number of values that a logarithmic axis cannot show. */
  readonly unplaced?: number
  /** The number of points without a value after resampling. */
  readonly gaps?: number
  readonly mark: SeriesMark
  readonly stack: Stack | null
  readonly colorScheme: string | null
  readonly labelColors: Readonly<Record<string, string>>
  readonly colorDomain?: readonly string[]
  readonly grain: string | null
  /** The time zone of displayed times; UTC if absent. */
  readonly zone?: string | undefined
  /** The last instant of the axis, if its period is incomplete. */
  readonly openFrom: number | null
  /** The first instant of the axis, if the time range starts within its period. */
  readonly cutFirst?: number | null
  readonly labels: LabelProps
  readonly xAxis: { readonly title: string; readonly format: string; readonly rotation: number }
  readonly yAxis: ValueAxisProps
  /** The value axis on the opposite side, if any series uses it. */
  readonly secondAxis?: ValueAxisProps
  /** The display options of each of two queries; absent if the chart has one. */
  readonly looks?: readonly [SeriesDisplayOptions, SeriesDisplayOptions]
  readonly legend: LegendProps
  readonly tooltip: {
    readonly all: boolean
    readonly sorted: boolean
    readonly format: string
    /** Formats by metric, if the axis has several metrics and no common format. */
    readonly formats: Readonly<Record<string, string>>
  }
  readonly zoomable: boolean
  /**
   * Set if long series are sampled into this many buckets of the x axis. `visibleRange` is the zoomed range, absent if the
   * full range is visible. `hasGaps` is true if a missing value means that the series has none there.
   */
  readonly sampled?: {
    readonly parts: number
    readonly visibleRange?: VisibleRange | undefined
    readonly hasGaps?: boolean | undefined
  }
  readonly layers: LayerProps
}

/** Returns the legend settings of a form. */
export function legendOf(form: ValuesOf<readonly [typeof legendSection]>): LegendProps {
  return { shown: form.show_legend, scrolls: form.legendType === 'scroll', orientation: form.legendOrientation }
}

/** Returns the sampling of the results, if any: of several, the lowest number of buckets. */
export function sampledOf({ entries, form }: ChartInput, hasGaps: boolean): Pick<TimeseriesProps, 'sampled'> {
  const parts = entries.flatMap(({ sampled }) => (sampled ? [sampled.width] : []))
  return parts.length > 0 ? { sampled: { parts: Math.min(...parts), visibleRange: visibleRangeOf(form), hasGaps } } : {}
}

function boundsOf(form: TimeseriesForm): Bounds {
  return form.truncateYAxis ? form.y_axis_bounds : [null, null]
}

/** Returns the fixed limits of an axis; a logarithmic one starts above zero. */
export function fixedBounds([min, max]: Bounds, isLog: boolean): Bounds {
  const held = (end: number | null) => (isLog && end !== null && end <= 0 ? null : end)
  return [held(min), held(max)]
}

/**
 * Converts values to shares: of all series at one x (`row`), or of one series over all x (`column`); otherwise
 * unchanged.
 */
function contribution(series: readonly Series[], form: TimeseriesForm, length: number): readonly Series[] {
  if (form.contributionMode === 'row' || form.stack === 'Expand') return toShares(series, length)
  return form.contributionMode === 'column' ? sharesWithinSeries(series) : series
}

/**
 * Returns the value format. Percentage changes have a fixed format; shares are percentages unless the form has a
 * format.
 */
function valueFormat(input: ChartInput<TimeseriesForm>, series: readonly Series[]): string {
  const { form } = input
  const isChange = timeComparisonOf(form, queryFields(form).metrics ?? [])?.type === 'percentage'
  const isShare = form.stack === 'Expand' || form.contributionMode !== null
  if (isChange) return '.1%'
  const metrics = isShare ? [] : [...new Set(series.map((each) => each.metric))]
  const format = formatFor(input, 'y_axis_format', metrics)
  if (format !== SMART_NUMBER) return format
  return isShare ? '.0%' : format
}

/**
 * Returns the series to draw. A wide result already contains its shares, except with `Expand`, which is computed here.
 * A stream and `Expand` cannot show forecasts.
 */
function drawnSeries(
  series: readonly Series[],
  isWide: boolean,
  form: TimeseriesForm,
  length: number,
): readonly Series[] {
  const { stack } = form
  const own = stack === 'Expand' || stack === 'Stream' ? series.filter((each) => !isForecastSeries(each)) : series
  return isWide && stack !== 'Expand' ? own : contribution(own, form, length)
}

/** Returns the props of a time-series chart; `mark` is the style of its type. */
export function timeseriesProps(input: ChartInput<TimeseriesForm>, mark: SeriesMark): TimeseriesProps {
  const { form } = input
  const wide = wideTable(input)
  const { x, series, left = 0 } = wide ?? seriesTable(input)
  const { stack } = form
  const [min, max] = fixedBounds(boundsOf(form), form.logAxis)
  const format = valueFormat(input, series)
  const grain = grainOf(form)
  const drawn = drawnSeries(series, wide !== undefined, form, x.values.length)
  const placed = maskLogAxisValues(drawn, () => form.logAxis)
  const gaps = resampleGaps(form, series)
  return {
    x,
    series: placed.series,
    mark,
    stack,
    ...colorChoice(input),
    grain,
    zone: input.entries[0]?.time_zone,
    openFrom: openPeriodEnd(input.entries, x, grain),
    cutFirst: cutPeriodStart(input.entries, x, grain),
    labels: {
      values: form.show_value,
      totalOnly:
        stack !== null &&
        stack !== 'Expand' &&
        form.only_total &&
        !haveMixedCurrencies(series.map(({ metric }) => input.dataset.column_formats[metric])),
      threshold: numberOrDefault(form.percentage_threshold, 0),
    },
    xAxis: {
      title: form.x_axis_title,
      format: textOrDefault(form.x_axis_time_format, 'smart_date'),
      rotation: numberOrDefault(form.xAxisLabelRotation, 0),
    },
    yAxis: {
      title: form.y_axis_title,
      format,
      axisFormat: splitFormat(format).pattern === form.y_axis_format ? format : explicitAxisFormat(format),
      log: form.logAxis,
      minorLines: form.minorSplitLine,
      min,
      max,
    },
    legend: legendOf(form),
    tooltip: {
      all: form.rich_tooltip,
      sorted: form.tooltipSortByMetric,
      format: textOrDefault(form.tooltipTimeFormat, 'smart_date'),
      formats: metricFormats(input, format),
    },
    zoomable: form.zoomable,
    ...(left > 0 ? { left } : {}),
    ...(placed.unplaced > 0 ? { unplaced: placed.unplaced } : {}),
    ...(gaps > 0 ? { gaps } : {}),
    ...sampledOf(input, wide !== undefined),
    layers: layerProps(input, x),
  }
}

/** Returns the symbol size of a form; 0 hides symbols until a mark is hovered. */
export function symbolSizeOf(form: { readonly markerEnabled: boolean; readonly markerSize: number }): number {
  return form.markerEnabled ? form.markerSize : 0
}

/** Returns the opacity of the area below lines; 0 for none. */
export function fillOf(form: { readonly area: boolean; readonly opacity: number }): number {
  return form.area ? form.opacity : 0
}
