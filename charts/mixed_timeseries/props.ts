import { splitFormat } from '#core/format/currency.ts'
import type { QueryDisplayOptions, MixedForm } from './controls.ts'
import type { DisplayOptionKey } from './display-controls.ts'
import { joinSeries } from './join.ts'
import { firstForm, SECOND_DISPLAY_KEY_SUFFIX, secondForm } from './query-forms.ts'
import type { ChartInput } from '#charts/chart.ts'
import { layerProps } from '#charts/shared/annotations/layer-props.ts'
import { colorChoice } from '#charts/shared/colors.ts'
import { grainOf } from '#charts/shared/axes/grain.ts'
import { formatFor, metricFormats, numberOrDefault, textOrDefault } from '#charts/shared/number-format.ts'
import { maskLogAxisValues } from '#charts/shared/timeseries/log-axis-values.ts'
import { cutPeriodStart, openPeriodEnd } from '#charts/shared/timeseries/incomplete-period.ts'
import { resampleGaps } from '#charts/shared/timeseries/resample-gaps.ts'
import type { Series } from '#charts/shared/series/series-table-types.ts'
import { markOf } from '#charts/shared/timeseries/series-style.ts'
import {
  fixedBounds,
  legendOf,
  sampledOf,
  type SeriesDisplayOptions,
  type TimeseriesProps,
  type ValueAxisProps,
} from '#charts/shared/timeseries/timeseries-props.ts'
import { timeComparisonOf } from '#core/form/advanced-analytics.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { explicitAxisFormat } from '#core/format/axis.ts'
import { metricLabel } from '#core/query/query-object.ts'

const KEYS: readonly DisplayOptionKey[] = [
  'seriesType',
  'stack',
  'area',
  'show_value',
  'only_total',
  'opacity',
  'markerEnabled',
  'markerSize',
  'yAxisIndex',
]

/** Returns the display options of the second query, with the keys of the first. */
function secondDisplayOptions(form: MixedForm): QueryDisplayOptions {
  const values: Readonly<Record<string, unknown>> = form
  return Object.fromEntries(
    KEYS.map((key) => [key, values[`${key}${SECOND_DISPLAY_KEY_SUFFIX}`]]),
  ) as unknown as QueryDisplayOptions
}

const metricsOf = (form: FormData): readonly string[] => (queryFields(form).metrics ?? []).map(metricLabel)

/** Whether a query shows percentage changes, which have a separate format. */
function isChange(form: FormData): boolean {
  return timeComparisonOf(form, queryFields(form).metrics ?? [])?.type === 'percentage'
}

function lookOf(displayOptions: QueryDisplayOptions, format: string): SeriesDisplayOptions {
  const isStacked = displayOptions.stack && displayOptions.seriesType !== 'scatter'
  return {
    mark: markOf(displayOptions),
    stack: isStacked ? 'Stack' : null,
    labels: { values: displayOptions.show_value, totalOnly: isStacked && displayOptions.only_total, threshold: 0 },
    axis: displayOptions.yAxisIndex,
    format,
  }
}

/** Returns the value axis of one side; `key` is the form key of its format, `metrics` are the metrics on it. */
function axisOf(
  input: ChartInput<MixedForm>,
  second: boolean,
  metrics: readonly string[],
  isInPercent: boolean,
): ValueAxisProps {
  const { form } = input
  const key = second ? 'y_axis_format_secondary' : 'y_axis_format'
  const format = isInPercent ? '.1%' : formatFor(input, key, metrics)
  const bounds = second ? form.y_axis_bounds_secondary : form.y_axis_bounds
  const log = second ? form.logAxisSecondary : form.logAxis
  const [min, max] = fixedBounds(form.truncateYAxis ? bounds : [null, null], log)
  return {
    title: second ? form.yAxisTitleSecondary : form.y_axis_title,
    format,
    axisFormat: splitFormat(format).pattern === form[key] ? format : explicitAxisFormat(format),
    log,
    minorLines: !second && form.minorSplitLine,
    min,
    max,
  }
}

/** Returns the number of points per query without a value after resampling. */
function gapsOf(forms: readonly FormData[], series: readonly Series[]): number {
  const own = (query: number) => series.filter(({ question }) => (question ?? 0) === query)
  return forms.reduce((total, form, query) => total + resampleGaps(form, own(query)), 0)
}

/** Returns the series of two queries over one x axis, each with its style. */
export function toProps(input: ChartInput<MixedForm>): TimeseriesProps {
  const { form } = input
  const questions = [
    { form: firstForm(form), look: form as QueryDisplayOptions },
    { form: secondForm(form), look: secondDisplayOptions(form) },
  ] as const
  const axes = [false, true].map((second) => {
    const on = questions.filter(({ look }) => look.yAxisIndex === Number(second))
    const metrics = on.flatMap((each) => metricsOf(each.form))
    return axisOf(input, second, metrics, on.length > 0 && on.every((each) => isChange(each.form)))
  }) as [ValueAxisProps, ValueAxisProps]
  const looks = questions.map(({ look }) => lookOf(look, axes[look.yAxisIndex].format)) as [
    SeriesDisplayOptions,
    SeriesDisplayOptions,
  ]
  const { x, series: all, left = 0 } = joinSeries(input, looks)
  const { series, unplaced } = maskLogAxisValues(all, ({ question }) => axes[looks[question ?? 0].axis].log)
  const gaps = gapsOf(
    questions.map((each) => each.form),
    all,
  )
  const grain = grainOf(form)
  return {
    x,
    series,
    ...(left > 0 ? { left } : {}),
    ...(unplaced > 0 ? { unplaced } : {}),
    ...(gaps > 0 ? { gaps } : {}),
    mark: { ...looks[0].mark, shape: looks.some(({ mark }) => mark.shape === 'bar') ? 'bar' : 'scatter' },
    stack: null,
    looks,
    ...colorChoice(input),
    grain,
    zone: input.entries[0]?.time_zone,
    openFrom: input.entries.map((entry) => openPeriodEnd([entry], x, grain)).find((at) => at !== null) ?? null,
    cutFirst: input.entries.map((entry) => cutPeriodStart([entry], x, grain)).find((at) => at !== null) ?? null,
    labels: looks[0].labels,
    xAxis: {
      title: form.x_axis_title,
      format: textOrDefault(form.x_axis_time_format, 'smart_date'),
      rotation: numberOrDefault(form.xAxisLabelRotation, 0),
    },
    yAxis: axes[0],
    ...(looks.some(({ axis }) => axis === 1) ? { secondAxis: axes[1] } : {}),
    legend: legendOf(form),
    tooltip: {
      all: form.rich_tooltip,
      sorted: form.tooltipSortByMetric,
      format: textOrDefault(form.tooltipTimeFormat, 'smart_date'),
      formats: Object.fromEntries(
        questions.flatMap((each) =>
          Object.entries(metricFormats(input, axes[each.look.yAxisIndex].format, metricsOf(each.form))),
        ),
      ),
    },
    zoomable: form.zoomable,
    ...sampledOf(input, false),
    layers: layerProps(input, x),
  }
}
