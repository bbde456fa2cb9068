import { fetchChartData } from '#calls/chart-data.ts'
import { parseDistribution, type TimeDistribution, distributionQuery } from '#core/query/time-distribution.ts'
import { toTable } from '#core/query/result.ts'
import type { Extent } from '#core/time/extent.ts'

interface Dataset {
  readonly id: number
  readonly offset?: number | null | undefined
}

/** Returns the distribution of a time column's rows over an extent, queried under the caller's row-level security. */
export async function fetchColumnDistribution(
  { id, offset }: Dataset,
  column: string,
  extent: Extent,
  signal?: AbortSignal,
): Promise<TimeDistribution> {
  const query = distributionQuery(column, extent)
  if (!query) return []
  const [entry] = await fetchChartData({ datasource: { id, type: 'table' }, queries: [query] }, { signal })
  return parseDistribution(entry && toTable(entry), extent, offset ?? 0)
}
