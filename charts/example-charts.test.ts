import { describe, expect, it } from 'vitest'
import { migrateForm, findChartType } from './index.ts'
import { legacyShape } from './legacy.ts'
import { exampleCharts, formOf } from '#testing/example-charts/example-charts.ts'
import { applySteps } from '#testing/apply-steps.ts'
import type { FormData } from '#core/form/form-data.ts'
import { baseQuery } from '#core/form/base-query.ts'
import { columnLabel, metricLabel, type QueryObject } from '#core/query/query-object.ts'
import { type Column, NUMERIC, STRING, type Table, TEMPORAL, type Value } from '#core/table/table.ts'
import { chartViewProps } from '#testing/chart-props.ts'

/** Filter boxes became items of the dashboard filter bar and are not a chart type. */
const charts = Object.entries(exampleCharts).flatMap(([version, all]) =>
  all.filter(({ viz_type }) => viz_type !== 'filter_box').map((each) => ({ version, ...each })),
)

/** Keys that the migrations drop or replace by other keys; by the stored chart type. */
const nvd3 = ['line_interpolation', 'show_brush', 'x_axis_format', 'x_axis_label', 'x_ticks_layout', 'y_axis_label']
const moved: Readonly<Record<string, readonly string[]>> = {
  area: [...nvd3, 'contribution', 'stacked_style', 'y_log_scale'],
  bar: [...nvd3, 'bar_stacked', 'contribution'],
  dist_bar: [...nvd3, 'bar_stacked', 'columns', 'order_bars', 'contribution', 'show_bar_value'],
  heatmap: ['all_columns_x', 'all_columns_y', 'show_perc', 'y_axis_bounds'],
  histogram: ['all_columns_x', 'link_length', 'x_axis_label', 'y_axis_label'],
  line: [...nvd3, 'contribution', 'show_markers'],
  pie: ['pie_label_type', 'metrics'],
  sankey: ['groupby'],
  sunburst: ['groupby'],
  treemap: ['metrics'],
}

const isTime = (name: string): boolean => /^(ds|__timestamp|.*date|year|.*time|ts|latest_.*)$/i.test(name)

const countries: Readonly<Record<string, readonly string[]>> = {
  name: ['France', 'Brazil'],
  cca3: ['FRA', 'BRA'],
  cca2: ['FR', 'BR'],
  cioc: ['FRA', 'BRA'],
}

/** Returns a plausible result table for a query. */
function answer(query: QueryObject, form: FormData): Table {
  const names = countries[typeof form['country_fieldtype'] === 'string' ? form['country_fieldtype'] : 'name'] ?? []
  const of = (type: Column['type'], cell: (row: number) => Value) => (name: string) => ({
    name,
    type,
    values: [0, 1, 2, 3].map(cell),
  })
  const dimension = (name: string) => {
    if (isTime(name)) return of(TEMPORAL, (row) => Date.UTC(2001 + row, 0, 1))(name)
    if (/country|entity/i.test(name)) return of(STRING, (row) => names[row % 2] ?? null)(name)
    if (!query.metrics?.length) return of(NUMERIC, (row) => row * row)(name)
    return of(STRING, (row) => `${name} ${row}`)(name)
  }
  const time = query.is_timeseries ? ['__timestamp'] : []
  const columns = [
    ...time.map(dimension),
    ...(query.columns ?? []).map(columnLabel).map(dimension),
    ...(query.metrics ?? []).map(metricLabel).map(of(NUMERIC, (row) => row + 1)),
  ]
  return applySteps(query, { columns, rowCount: 4 })
}

/** Returns the parts of a query that select data, without post-processing. */
const requested = (query: QueryObject | undefined) => ({
  columns: (query?.columns ?? []).map(columnLabel).toSorted(),
  metrics: [...new Set((query?.metrics ?? []).map(metricLabel))].toSorted(),
  filters: query?.filters,
  where: query?.extras?.where,
  granularity: query?.granularity,
  time_range: query?.time_range,
  row_limit: query?.row_limit,
})

describe('charts of the example bundles of the reference', () => {
  it('send the queries of their versions', () => {
    expect([exampleCharts['2.0'].length, exampleCharts['4.1'].length]).toEqual([62, 32])
    expect(charts).toHaveLength(90)
  })

  describe.each(charts.map((each) => [`${each.slice_name} (${each.viz_type}, ${each.version})`, each] as const))(
    '%s',
    (_, stored) => {
      const form = formOf(stored)
      const kind = findChartType(stored.viz_type)
      const today = migrateForm(form)

      it('opens as a current chart type, and opening changes nothing stored', () => {
        expect(kind?.type).toBeDefined()
        expect(today.viz_type).toBe(kind?.type)
        expect(form).toEqual(formOf(stored))
        expect(migrateForm(today)).toEqual(today)
      })

      it('preserves unknown keys', () => {
        const removed = Object.keys(form).filter((key) => !(key in today))
        expect(removed.filter((key) => !moved[stored.viz_type]?.includes(key))).toEqual([])
      })

      it('queries and draws', () => {
        const queries = kind?.toQueries(form) ?? []
        expect(queries.length).toBeGreaterThan(0)
        const tables = queries.map((query) => answer(query, form))
        const input = { form, entries: [], dataset: { verbose_map: {}, column_formats: {} }, labelColors: {} }
        const [drawn, nothing] = [tables, []].map((all) =>
          JSON.stringify(chartViewProps(kind, { ...input, tables: all })),
        )
        expect(drawn).not.toBe(nothing)
      })

      it('sends the same query before and after its migration', () => {
        const old = legacyShape(stored.viz_type)?.query?.(form) ?? baseQuery(form)
        if (stored.viz_type !== kind?.type) expect(requested(kind?.toQueries(form)[0])).toEqual(requested(old))
        expect(kind?.toQueries(today)).toEqual(kind?.toQueries(form))
      })
    },
  )
})
