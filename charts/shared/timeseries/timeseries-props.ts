import { areMixed, splitFormat } from '#core/format/currency.ts'
import { colorChoice } from '#charts/shared/colors.ts'
import { layerProps } from '#charts/shared/annotations/layer-props.ts'
import type { LayerProps } from '#charts/shared/annotations/layer-shapes.ts'
import { formatFor, metricFormats, numberOr, textOf } from '#charts/shared/number-format.ts'
import { grainOf } from '#charts/shared/axes/grain.ts'
import { cutPlace, openPlace } from './open-period.ts'
import { resampleGaps } from './resample-gaps.ts'
import { type Series, seriesTable } from './series.ts'
import { wideTable } from './wide-series.ts'
import type { Axis } from '#charts/shared/axes/x-axis.ts'
import { isExpected } from './expected.ts'
import { onLogAxis } from '#charts/shared/axes/log-places.ts'
import { ownShares, type Stack, shares } from './stacking.ts'
import type { TimeseriesForm } from './timeseries-controls.ts'
import { type VisibleRange, visibleRangeOf } from './timeseries-sample.ts'
import type { Bounds } from '#controls/bounds/index.ts'
import type { ValuesOf } from '#controls/form-of.ts'
import type { legendSection } from '#controls/shared/picture-controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { comparingOf } from '#core/form/advanced-analytics.ts'
import { ownAxisFormat } from '#core/format/axis.ts'
import { SMART_NUMBER } from '#core/format/number-formats.ts'
import { queryFields } from '#core/form/query-fields.ts'

export type LegendOrientation = 'top' | 'bottom' | 'left' | 'right'

export interface LegendProps {
  readonly shown: boolean
  readonly scrolls: boolean
  readonly orientation: LegendOrientation
}

/** How the series are drawn. */
export interface Mark {
  readonly shape: 'line' | 'bar' | 'scatter'
  readonly curve: 'straight' | 'smooth' | 'start' | 'middle' | 'end'
  /** Opacity of the filled surface; 0 draws none. */
  readonly fill: number
  readonly symbolSize: number
  readonly horizontal: boolean
}

/** What is written beside marks. */
export interface LabelProps {
  readonly values: boolean
  readonly totalOnly: boolean
  readonly threshold: number
}

/** How the series of one question are drawn, where a chart asks two. */
export interface SeriesLook {
  readonly mark: Mark
  readonly stack: Stack | null
  readonly labels: LabelProps
  /** The axis of values they stand on: the first, or the second at the other side. */
  readonly axis: 0 | 1
  /** The format of their values. */
  readonly format: string
}

/** An axis of values. */
export interface ValueAxisProps {
  readonly title: string
  /** Of values beside marks and in tooltips. */
  readonly format: string
  /** Of the axis itself; see `ownAxisFormat`. */
  readonly axisFormat: string
  readonly log: boolean
  readonly minorLines: boolean
  readonly min: number | null
  readonly max: number | null
}

/** Everything the picture of a chart over time is made of. */
export interface TimeseriesProps {
  readonly x: Axis
  readonly series: readonly Series[]
  /** How many more series there are than are drawn. */
  readonly left?: number
  /** How many values have no place on a logarithmic axis, and are not drawn. */
  readonly unplaced?: number
  /** How many points have no value after resampling. */
  readonly gaps?: number
  readonly mark: Mark
  readonly stack: Stack | null
  readonly colorScheme: string | null
  readonly labelColors: Readonly<Record<string, string>>
  readonly colorDomain?: readonly string[]
  readonly grain: string | null
  /** The time zone that times are shown in; UTC when absent. */
  readonly zone?: string | undefined
  /** The last instant of the axis, where the period that begins there is not whole. */
  readonly openFrom: number | null
  /** The first instant of the axis, where the time range begins within its period. */
  readonly cutFirst?: number | null
  readonly labels: LabelProps
  readonly xAxis: { readonly title: string; readonly format: string; readonly rotation: number }
  readonly yAxis: ValueAxisProps
  /** The axis of values at the other side, where series stand on one. */
  readonly secondAxis?: ValueAxisProps
  /** How the series of each of two questions are drawn; as all are where a chart asks one. */
  readonly looks?: readonly [SeriesLook, SeriesLook]
  readonly legend: LegendProps
  readonly tooltip: {
    readonly all: boolean
    readonly sorted: boolean
    readonly format: string
    /** The formats metrics have of their own, where the axis is of several and has none. */
    readonly formats: Readonly<Record<string, string>>
  }
  readonly zoomable: boolean
  /**
   * Long series are sampled, of so many parts of the x axis; `sight` is what is zoomed to, where not all is in sight.
   * `hasGaps` where all series have what they have at each place that is drawn: one without a value there has none.
   */
  readonly sampled?: {
    readonly parts: number
    readonly sight?: VisibleRange | undefined
    readonly hasGaps?: boolean | undefined
  }
  readonly layers: LayerProps
}

/** The legend a form asks for. */
export function legendOf(form: ValuesOf<readonly [typeof legendSection]>): LegendProps {
  return { shown: form.show_legend, scrolls: form.legendType === 'scroll', orientation: form.legendOrientation }
}

/** What was sampled, where anything was: of several answers, into the fewest parts. */
export function sampledOf({ entries, form }: ChartInput, hasGaps: boolean): Pick<TimeseriesProps, 'sampled'> {
  const parts = entries.flatMap(({ sampled }) => (sampled ? [sampled.width] : []))
  return parts.length > 0 ? { sampled: { parts: Math.min(...parts), sight: visibleRangeOf(form), hasGaps } } : {}
}

function boundsOf(form: TimeseriesForm): Bounds {
  return form.truncateYAxis ? form.y_axis_bounds : [null, null]
}

/** The ends that hold on an axis: a logarithmic one begins above zero. */
export function endsHeld([min, max]: Bounds, isLog: boolean): Bounds {
  const held = (end: number | null) => (isLog && end !== null && end <= 0 ? null : end)
  return [held(min), held(max)]
}

/** Values as shares: of all series at one place (`row`), of one series over all places (`column`), or as they are. */
function contribution(series: readonly Series[], form: TimeseriesForm, length: number): readonly Series[] {
  if (form.contributionMode === 'row' || form.stack === 'Expand') return shares(series, length)
  return form.contributionMode === 'column' ? ownShares(series) : series
}

/** The format of values: a change in percent is written so whatever is chosen, shares unless a format is chosen. */
function valueFormat(input: ChartInput<TimeseriesForm>, series: readonly Series[]): string {
  const { form } = input
  const isChange = comparingOf(form, queryFields(form).metrics ?? [])?.type === 'percentage'
  const isShare = form.stack === 'Expand' || form.contributionMode !== null
  if (isChange) return '.1%'
  const metrics = isShare ? [] : [...new Set(series.map((each) => each.metric))]
  const format = formatFor(input, 'y_axis_format', metrics)
  if (format !== SMART_NUMBER) return format
  return isShare ? '.0%' : format
}

/**
 * The series as they are drawn. A wide answer comes with its shares; a full stack is the picture's own. A stream and a
 * full stack have no place for what is only expected.
 */
function drawnSeries(
  series: readonly Series[],
  isWide: boolean,
  form: TimeseriesForm,
  length: number,
): readonly Series[] {
  const { stack } = form
  const own = stack === 'Expand' || stack === 'Stream' ? series.filter((each) => !isExpected(each)) : series
  return isWide && stack !== 'Expand' ? own : contribution(own, form, length)
}

/** The props of a chart over time; `mark` is what its type draws. */
export function timeseriesProps(input: ChartInput<TimeseriesForm>, mark: Mark): TimeseriesProps {
  const { form } = input
  const wide = wideTable(input)
  const { x, series, left = 0 } = wide ?? seriesTable(input)
  const { stack } = form
  const [min, max] = endsHeld(boundsOf(form), form.logAxis)
  const format = valueFormat(input, series)
  const grain = grainOf(form)
  const drawn = drawnSeries(series, wide !== undefined, form, x.values.length)
  const placed = onLogAxis(drawn, () => form.logAxis)
  const gaps = resampleGaps(form, series)
  return {
    x,
    series: placed.series,
    mark,
    stack,
    ...colorChoice(input),
    grain,
    zone: input.entries[0]?.time_zone,
    openFrom: openPlace(input.entries, x, grain),
    cutFirst: cutPlace(input.entries, x, grain),
    labels: {
      values: form.show_value,
      totalOnly:
        stack !== null &&
        stack !== 'Expand' &&
        form.only_total &&
        !areMixed(series.map(({ metric }) => input.dataset.column_formats[metric])),
      threshold: numberOr(form.percentage_threshold, 0),
    },
    xAxis: {
      title: form.x_axis_title,
      format: textOf(form.x_axis_time_format, 'smart_date'),
      rotation: numberOr(form.xAxisLabelRotation, 0),
    },
    yAxis: {
      title: form.y_axis_title,
      format,
      axisFormat: splitFormat(format).pattern === form.y_axis_format ? format : ownAxisFormat(format),
      log: form.logAxis,
      minorLines: form.minorSplitLine,
      min,
      max,
    },
    legend: legendOf(form),
    tooltip: {
      all: form.rich_tooltip,
      sorted: form.tooltipSortByMetric,
      format: textOf(form.tooltipTimeFormat, 'smart_date'),
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

/** The size of the symbols a form asks for; 0 draws none until a mark is hovered. */
export function symbolSizeOf(form: { readonly markerEnabled: boolean; readonly markerSize: number }): number {
  return form.markerEnabled ? form.markerSize : 0
}

/** How densely a form fills the ground of its lines; 0 leaves it free. */
export function fillOf(form: { readonly area: boolean; readonly opacity: number }): number {
  return form.area ? form.opacity : 0
}
