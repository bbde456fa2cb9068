import type { HandlebarsForm } from './controls.ts'
import { totalsOver } from '#charts/shared/rows/totals.ts'
import { shareSteps } from '#charts/shared/rows/share-steps.ts'
import { baseQuery, normalizeOrder, withOrder } from '#core/form/base-query.ts'
import { uniqueBy } from '#core/form/query-fields.ts'
import { metricLabel, type QueryObject } from '#core/query/query-object.ts'

/**
 * Queries the rows, sorted by the sort metric or the first metric, and the metrics over all rows if totals are
 * requested.
 */
export function toQueries(form: HandlebarsForm): QueryObject[] {
  const base = baseQuery(form)
  if (form.query_mode === 'raw') {
    const { metrics: _, ...query } = base
    return query.columns?.length ? [query] : []
  }
  const metrics = uniqueBy([...(base.metrics ?? []), ...form.percent_metrics], metricLabel)
  if (metrics.length === 0 && !base.columns?.length) return []
  const rows = { ...base, metrics, post_processing: shareSteps(form.percent_metrics) }
  const main = withOrder(rows, normalizeOrder(rows, form))
  if (!form.show_totals || metrics.length === 0) return [main]
  return [main, { ...totalsOver(withOrder(rows, undefined)), post_processing: [] }]
}
