import type { FormMigration } from '#charts/chart.ts'
import { withMissingKeys, withoutKeys } from '#charts/shared/migration.ts'
import { migrateNvd3 } from '#charts/shared/nvd3.ts'
import { timeseriesMigrations } from '#charts/shared/series/timeseries-migrations.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asColumn, asMetric, listOf } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel, type QueryColumn } from '#core/query/query-object.ts'

function ofBars(form: FormData): FormData {
  const stacked = form['bar_stacked'] === true ? { stack: 'Stack' } : {}
  return withMissingKeys(withoutKeys(migrateNvd3(form, 'echarts_timeseries_bar'), 'bar_stacked'), stacked)
}

/** Form data of the older `bar` type. */
const bar: FormMigration = {
  name: 'bar',
  applies: ({ viz_type }) => viz_type === 'bar',
  migrate: ofBars,
}

const columnsOf = (value: unknown): readonly QueryColumn[] =>
  listOf<unknown>(value).flatMap((each) => asColumn(each) ?? [])

/** Returns the sort order of the bars: largest first, or by name. */
function orderOf(form: FormData, x: QueryColumn, hasSeries: boolean): Readonly<Record<string, unknown>> {
  const byName = form['order_bars'] === true
  if (hasSeries) return { x_axis_sort_series: byName ? 'name' : 'sum', x_axis_sort_series_ascending: byName }
  const metric = [...listOf<unknown>(form.metrics), ...listOf<unknown>(form.metric)].map(asMetric).find(Boolean)
  const by = byName || metric === undefined ? columnLabel(x) : metricLabel(metric)
  return { x_axis_sort: by, x_axis_sort_asc: byName }
}

/** Form data of `dist_bar`: the first dimension names the bars, the other dimensions and the breakdowns are series. */
const distBar: FormMigration = {
  name: 'dist_bar',
  applies: ({ viz_type }) => viz_type === 'dist_bar',
  migrate(form) {
    const [x, ...others] = columnsOf(form.groupby)
    const rest = withoutKeys(ofBars(form), 'columns', 'order_bars')
    if (x === undefined) return rest
    const series = [...others, ...columnsOf(form.columns)]
    return { ...withMissingKeys(rest, { x_axis: x, ...orderOf(form, x, series.length > 0) }), groupby: series }
  },
}

export const migrations: readonly FormMigration[] = [bar, distBar, ...timeseriesMigrations]
