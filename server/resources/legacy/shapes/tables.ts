import { timeseriesSteps } from '#core/form/advanced-analytics.ts'
import type { FormData } from '#core/form/form-data.ts'
import { columnLabel, type QueryObject } from '#core/query/query-object.ts'
import { toRecords, type Value } from '#core/table/table.ts'
import { baseQuery, withOrder } from '#core/form/base-query.ts'
import { TIMESTAMP } from '#server/sql/columns.ts'
import { cells, columnLabels, groupsOf, type LegacyShape, metricLabels, spoken } from './shape.ts'

/** Rows with the names of their columns. */
export const recordsTable: LegacyShape = {
  types: ['table'],
  data: ({ table }) => ({ records: toRecords(table), columns: table.columns.map(({ name }) => name) }),
}

function overTime(form: FormData): QueryObject {
  return { ...withOrder(baseQuery(form), undefined), is_timeseries: true, orderby: [[TIMESTAMP, true]] }
}

/** One number over time, row by row; what rolls or runs loses its first `min_periods` rows. */
export const trend: LegacyShape = {
  types: ['big_number'],
  query(form) {
    const query = overTime(form)
    if (!isRolling(form)) return query
    const { rolling_type, rolling_periods, min_periods } = form
    const rolling: FormData = { viz_type: form.viz_type, rolling_type, rolling_periods, min_periods }
    const shape = { x: TIMESTAMP, metrics: query.metrics ?? [], series: (query.columns ?? []).map(columnLabel) }
    return { ...query, post_processing: timeseriesSteps(rolling, shape) }
  },
  data({ table }, form) {
    const rows = toRecords(table)
    // The step that rolls leaves the first rows out itself.
    return form['rolling_type'] === 'cumsum'
      ? rows.slice(Math.max(0, Math.trunc(Number(form['min_periods'])) || 0))
      : rows
  },
}

function isRolling({ rolling_type: type, rolling_periods: periods }: FormData): boolean {
  return type === 'cumsum' || (['mean', 'sum', 'std'].includes(String(type)) && Number(periods) > 0)
}

/** A line for each moment, its text as name: its metrics, or the one metric of each group. */
export const timeTable: LegacyShape = {
  types: ['time_table'],
  query: overTime,
  data({ table }, form) {
    const groups = columnLabels(form, 'groupby')
    const metrics = metricLabels(form, 'metrics', 'metric')
    const moments = groupsOf(table, [TIMESTAMP])
    const texts = groups.map((name) => cells(table, name))
    const columns = new Set<string>(groups.length > 0 ? [] : metrics)
    const records = moments.map(({ path, rows }) => {
      const line: Record<string, Value> = {}
      for (const row of rows) {
        if (groups.length === 0) for (const name of metrics) line[name] = cells(table, name)[row] ?? null
        else line[texts.map((values) => spoken(values[row])).join(', ')] = cells(table, metrics[0])[row] ?? null
      }
      for (const name of Object.keys(line)) columns.add(name)
      return [momentText(path[0]), line] as const
    })
    return { records: Object.fromEntries(records), columns: [...columns], is_group_by: groups.length > 0 }
  },
}

function momentText(value: Value | undefined): string {
  return typeof value === 'number' ? new Date(value).toISOString().slice(0, 19).replace('T', ' ') : spoken(value)
}
