import { fetchChartData } from '#calls/chart-data.ts'
import type { AdhocMetric, QueryObject } from '#core/query/query-object.ts'
import { toTable } from '#core/query/result.ts'

const rows: AdhocMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows', hasCustomLabel: true }

const countQuery = (where?: string): QueryObject => ({
  metrics: [rows],
  columns: [],
  row_limit: 1,
  ...(where === undefined ? {} : { extras: { where: `(${where})` } }),
})

/** Numbers of rows of a dataset, and of those that a clause selects. */
export interface RuleCounts {
  readonly visible: number
  readonly all: number
}

/** Counts the rows of a dataset that the clause of a row rule selects, as the caller sees them. */
export async function fetchRuleCounts(datasetId: number, clause: string, signal?: AbortSignal): Promise<RuleCounts> {
  const datasource = { id: datasetId, type: 'table' } as const
  const entries = await fetchChartData({ datasource, queries: [countQuery(clause), countQuery()] }, { signal })
  const [visible, all] = entries.map((entry) => Number(toTable(entry).columns[0]?.values[0] ?? 0))
  return { visible: visible ?? 0, all: all ?? 0 }
}
