import { allowedRows } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import { placeableCharts } from '#core/access/rules.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { parseObject } from '#server/resources/shared/present-slice.ts'
import type { Store } from '#server/store/store.ts'
import { chartIdsOf, withoutNames } from './layout-names.ts'

/** Maximum ids per statement: a layout may have any number of charts, but the stores limit parameters. */
const IDS_AT_ONCE = 1000

/** Returns the charts with these ids that match the condition. */
export async function chartsByIds(
  store: Store,
  ids: Iterable<number>,
  where: Condition = true,
): Promise<readonly Chart[]> {
  const all = [...new Set(ids)]
  const found: Chart[] = []
  for (let index = 0; index < all.length; index += IDS_AT_ONCE) {
    const among = { col: 'id', op: 'in' as const, value: all.slice(index, index + IDS_AT_ONCE) }
    const { rows } = await store.charts.list({ where: { and: [among, where] } })
    found.push(...rows)
  }
  return found
}

/** Returns the condition for charts the caller may see. */
export function chartRule(request: RouteRequest): Condition {
  return allowedRows(request.user, 'read', 'Chart', ruleOptions(request))
}

/** Returns the condition for charts the caller may add to a dashboard or copy. */
export function placementRule(request: RouteRequest): Condition {
  return chartRule(request) === false ? false : placeableCharts(request.user, ruleOptions(request))
}

/** Returns those of the ids that are not a chart of the rule; empty for the rule `true`. Default: charts the caller may see. */
export async function hiddenChartIds(
  ids: Iterable<number>,
  request: RouteRequest,
  rule: Condition = chartRule(request),
): Promise<ReadonlySet<number>> {
  if (rule === true) return new Set()
  const hidden = new Set(ids)
  for (const { id } of await chartsByIds(request.context.store, hidden, rule)) hidden.delete(id)
  return hidden
}

/** Returns the stored layouts of dashboards without the names of charts the caller may not see. */
export async function sendableLayouts(
  dashboards: readonly Dashboard[],
  request: RouteRequest,
): Promise<readonly (string | null)[]> {
  if (chartRule(request) === true) return dashboards.map((each) => each.position_json)
  const ids = dashboards.flatMap((each) => [...chartIdsOf(parseObject(each.position_json))])
  const hidden = await hiddenChartIds(ids, request)
  return dashboards.map((each) => withoutNames(each.position_json, hidden))
}
