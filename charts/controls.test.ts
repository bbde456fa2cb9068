import { describe, expect, it } from 'vitest'
import type { ChartInput, ChartType } from './chart.ts'
import { charts } from './index.ts'
import type { Choice, Control, ControlContext } from '#controls/control.ts'
import { completeForm, controlsOf } from '#controls/form.ts'
import { controlType } from '#controls/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import { columnLabel, metricLabel, type QueryObject } from '#core/query/query-object.ts'
import { exampleDataset } from '#testing/example-columns.ts'
import { applySteps } from '#testing/apply-steps.ts'
import { NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'
import { chartViewProps } from '#testing/chart-props.ts'

const all: readonly ChartType[] = charts

const context: ControlContext = { dataset: exampleDataset, form: { viz_type: 'table' } }

/** Other controls that a control needs to have an effect; by `chart.control` or by control alone. */
const neighbor: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  only_total: { show_value: true, stack: 'Stack' },
  percentage_threshold: { show_value: true, stack: 'Stack', only_total: false },
  markerSize: { markerEnabled: true },
  opacity: { area: true },
  innerRadius: { donut: true },
  y_axis_bounds: { truncateYAxis: true },
  truncateYAxis: { y_axis_bounds: [1, 5] },
  order_desc: { timeseries_limit_metric: 'count' },
  percent_metric_calculation: { percent_metrics: ['delay'] },
  timeseries_limit_metric: { limit: 10 },
  table_timestamp_format: { groupby: ['date'] },
  date_format: { groupby: ['date'], groupbyRows: ['date'], columns: ['date'] },
  server_page_length: { server_pagination: true },
  rolling_periods: { rolling_type: 'mean' },
  min_periods: { rolling_type: 'mean' },
  comparison_type: { time_compare: ['1 year ago'] },
  resample_rule: { resample_method: 'ffill' },
  resample_method: { resample_rule: '1D' },
  show_empty_columns: { rolling_type: 'mean' },
  x_axis_sort: { x_axis: 'carrier', groupby: [] },
  x_axis_sort_asc: { x_axis: 'carrier', groupby: [], x_axis_sort: 'carrier' },
  x_axis_sort_series: { x_axis: 'carrier' },
  x_axis_sort_series_ascending: { x_axis: 'carrier', x_axis_sort_series: 'sum' },
  forecastPeriods: { forecastEnabled: true },
  forecastInterval: { forecastEnabled: true },
  forecastSeasonalityYearly: { forecastEnabled: true },
  forecastSeasonalityWeekly: { forecastEnabled: true },
  forecastSeasonalityDaily: { forecastEnabled: true },
  viewport: { autozoom: false },
  combineMetric: { metrics: ['count', 'delay'] },
  rowSubtotalPosition: { groupbyRows: ['origin', 'carrier'], groupbyColumns: [], colTotals: true },
  colSubtotalPosition: { rowTotals: true },
  series_limit_metric: { series_limit: 10 },
  color_picker: { dimension: null },
  show_labels_threshold: { show_labels: true },
  range_labels: { ranges: '50,100' },
  marker_labels: { markers: '50' },
  marker_line_labels: { marker_lines: '50' },
  legend_format: { dimension: 'latitude' },
  'mixed_timeseries.only_total': { show_value: true, stack: true },
  'mixed_timeseries.only_totalB': { show_valueB: true, stackB: true },
  y_axis_bounds_secondary: { truncateYAxis: true },
  select_country: { select_country: 'france' },
  time_range_fixed: { time_range: 'Last year' },
  subcategories: { end_time: 'date' },
}

/** The same for controls of the second query, whose keys end with `_b`, and of its picture, with `B`. */
function extraFieldsOf(name: string): Readonly<Record<string, unknown>> {
  const ending = ['_b', 'B'].find((each) => name.endsWith(each))
  if (ending === undefined || neighbor[name]) return neighbor[name] ?? {}
  const first = neighbor[name.slice(0, -ending.length)] ?? {}
  return Object.fromEntries(Object.entries(first).map(([key, value]) => [`${key}${ending}`, value]))
}

/** The reasons why controls change neither queries nor props, by `chart.control` or by control. */
const exempt: Readonly<Record<string, string>> = {
  country_fieldtype: 'reads the codes of countries, of which these answers have none: world.test.ts',
  show_empty_columns: 'leaves out series without values, of which these answers have none: wide-series.test.ts',
  showNulls: 'leaves out levels without a value, of which these answers have none: nested.test.ts',
  'gauge_chart.intervals': 'reads numbers with commas between them: gauge_chart/props.test.ts',
  'bullet.ranges': 'reads numbers with commas between them: bullet/props.test.ts',
  'bullet.markers': 'reads numbers with commas between them: bullet/props.test.ts',
  'bullet.marker_lines': 'reads numbers with commas between them: bullet/props.test.ts',
  'gauge_chart.interval_color_indices': 'reads numbers with commas between them: gauge_chart/props.test.ts',
}

const choicesOf = ({ choices = [] }: Control): readonly Choice[] =>
  typeof choices === 'function' ? choices(context) : choices

const text = (value: unknown) => JSON.stringify(value) ?? 'nothing'

function answer(query: QueryObject): Table {
  const time = query.is_timeseries ? ['__timestamp'] : []
  const dimensions = (query.columns ?? []).map(columnLabel)
  const metrics = query.saved_chart ? ['count'] : (query.metrics ?? []).map(metricLabel)
  const column = (type: 0 | 1 | 2, cell: (row: number) => number | string) => (name: string) => ({
    name,
    type,
    values: Array.from({ length: 4 }, (_, row) => cell(row)),
  })
  return applySteps(query, {
    columns: [
      ...time.map(column(TEMPORAL, (row) => Date.UTC(2001, 0, 1 + Math.floor(row / 2)))),
      ...dimensions.map((name) =>
        name === 'latitude' || name === 'longitude'
          ? column(NUMERIC, (row) => row * 10.125)(name)
          : name === 'date'
            ? column(TEMPORAL, (row) => Date.UTC(2001, row, 1))(name)
            : column(STRING, (row) => ['ORD', 'ATL'][row % 2] ?? '')(name),
      ),
      ...metrics.map(column(NUMERIC, (row) => row * row - 1)),
    ],
    rowCount: 4,
  })
}

/** Returns everything that a form produces from the same results: queries and props. */
function outcome(chart: ChartType, form: FormData, tables: readonly Table[]) {
  const input: ChartInput = {
    form,
    tables,
    entries: [],
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  }
  return { queries: text(chart.toQueries(form)), props: text(chartViewProps(chart, input)) }
}

describe.each(all.map((chart) => [chart.type, chart] as const))('%s', (type, chart) => {
  const controls = controlsOf(chart.controls)

  it.each(controls.map((control) => [control.name, control] as const))('%s has a description', (name, control) => {
    const reported = chart.examples.map((example) => {
      const requested = { ...example, viz_type: type, ...(neighbor[`${type}.${name}`] ?? extraFieldsOf(name)) }
      const form = completeForm(requested, chart.controls, { ...context, form: requested })
      const tables = chart.toQueries(form).map(answer)
      const before = outcome(chart, form, tables)
      const known = controlType(control.type)?.examples(control, { ...context, form }) ?? []
      const others = known.filter((value) => text(value) !== text(form[name]))
      expect(others).not.toEqual([])
      const outcomes = others.map((value) => {
        const parsed = controlType(control.type)?.parse(value, control, { ...context, form })
        expect(text(parsed), text(value)).not.toBe(text(undefined))
        return outcome(chart, { ...form, [name]: parsed }, tables)
      })
      return {
        asks: outcomes.some((after) => after.queries !== before.queries),
        draws: outcomes.some((after) => after.props !== before.props),
      }
    })
    const asks = reported.some((each) => each.asks)
    const reason = exempt[`${type}.${name}`] ?? exempt[name]
    expect({ says: asks || reported.some((each) => each.draws), reason }).toEqual({
      says: reason === undefined,
      reason,
    })
    if (control.affects === 'picture') expect(asks, 'a control of the picture changes no query').toBe(false)
  })
})

it('K-QUERY-04: the value axis of every chart type is adaptive by default', () => {
  const found = all.flatMap(({ type, controls }) =>
    controlsOf(controls)
      .filter(({ name }) => name === 'y_axis_format')
      .map((control) => [type, control.default]),
  )
  expect(found.map(([type]) => type)).toEqual(expect.arrayContaining(['echarts_timeseries_line', 'big_number_total']))
  expect(new Set(found.map(([, format]) => format))).toEqual(new Set(['adaptive']))
})

it('E-CONTROLS-20: a control declares its type, label, default, choices, validators, multi and freeForm, and applies them', () => {
  const found = (name: string) => controlsOf(charts[0].controls).find((each) => each.name === name) as Control
  for (const control of all.flatMap((chart) => controlsOf(chart.controls))) {
    expect(controlType(control.type), control.name).toBeDefined()
    expect(control.label.trim(), control.name).not.toBe('')
  }
  const limit = found('row_limit')
  const kind = controlType(limit.type)
  expect([limit.type, limit.label, limit.default]).toEqual(['select', 'Row limit', 10_000])
  expect(completeForm(context.form, [{ label: '', tab: 'data', rows: [[limit]] }], context).row_limit).toBe(10_000)
  expect(choicesOf(limit).map(({ value }) => value)).toEqual([10, 50, 100, 250, 500, 1000, 5000, 10_000, 50_000])
  expect([kind?.parse(77, limit), kind?.parse(77, { ...limit, freeForm: false })]).toEqual([77, undefined])
  expect([kind?.check('many', limit), kind?.check(77, limit)]).toEqual([['is expected to be an integer'], []])
  const metrics = found('metrics')
  const many = controlType(metrics.type)?.parse(['count', 'delay'], metrics, context)
  expect([metrics.multi, many]).toEqual([true, ['count', 'delay']])
  expect(controlType('metric')?.parse(['count', 'delay'], { ...metrics, multi: false }, context)).toBe('count')
})

it('exempts only controls there are', () => {
  const names = new Set(
    all.flatMap((chart) => controlsOf(chart.controls).flatMap(({ name }) => [name, `${chart.type}.${name}`])),
  )
  expect(Object.keys(exempt).filter((name) => !names.has(name))).toEqual([])
})
