import { datasetAccess } from '#core/access/rules.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { DatasetHead } from '#core/entity/dataset.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { ruleOptions } from './rule-options.ts'

/** Returns the datasets of charts by id, limited to those the caller may read: the names of others stay hidden. */
export async function readableHeads(
  charts: readonly Pick<Chart, 'datasource_id'>[],
  request: RouteRequest,
): Promise<ReadonlyMap<number, DatasetHead>> {
  const ids = [...new Set(charts.map((chart) => chart.datasource_id))]
  const among = { col: 'id', op: 'in' as const, value: ids }
  const { rows } = await request.context.store.datasets.list({
    where: { and: [among, datasetAccess(request.user, ruleOptions(request))] },
  })
  return new Map(rows.map((head) => [head.id, head]))
}
