import { timeseriesSteps } from '#core/form/advanced-analytics.ts'
import type { FormData } from '#core/form/form-data.ts'
import { bucketQuery } from '#core/legacy/bucket-query.ts'
import type { LegacyShape } from '#core/legacy/legacy-shape.ts'
import { columnLabel } from '#core/query/query-object.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import { toRecords } from '#core/table/table.ts'

/** One number over time, as rows. A rolling window drops its first `min_periods` rows. */
const trend: LegacyShape = {
  types: ['big_number'],
  query(form) {
    const query = bucketQuery(form)
    if (!isRolling(form)) return query
    const { rolling_type, rolling_periods, min_periods } = form
    const rolling: FormData = { viz_type: form.viz_type, rolling_type, rolling_periods, min_periods }
    const shape = { x: TIMESTAMP, metrics: query.metrics ?? [], series: (query.columns ?? []).map(columnLabel) }
    return { ...query, post_processing: timeseriesSteps(rolling, shape) }
  },
  data({ table }, form) {
    const rows = toRecords(table)
    // The other rolling operators drop the first rows themselves.
    return form['rolling_type'] === 'cumsum'
      ? rows.slice(Math.max(0, Math.trunc(Number(form['min_periods'])) || 0))
      : rows
  },
}

function isRolling({ rolling_type: type, rolling_periods: periods }: FormData): boolean {
  return type === 'cumsum' || (['mean', 'sum', 'std'].includes(String(type)) && Number(periods) > 0)
}

/** The legacy response shapes of this chart type. */
export const legacy = [trend]
