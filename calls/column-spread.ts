import { askChartData } from '#calls/chart-data.ts'
import { readSpread, type Spread, spreadQuery } from '#core/query/time-spread.ts'
import { toTable } from '#core/query/result.ts'
import type { Extent } from '#core/time/extent.ts'

interface Dataset {
  readonly id: number
  readonly offset?: number | null | undefined
}

/** Returns the distribution of a time column's rows over an extent, queried under the caller's row-level security. */
export async function columnSpread(
  { id, offset }: Dataset,
  column: string,
  extent: Extent,
  signal?: AbortSignal,
): Promise<Spread> {
  const query = spreadQuery(column, extent)
  if (!query) return []
  const [entry] = await askChartData({ datasource: { id, type: 'table' }, queries: [query] }, { signal })
  return readSpread(entry && toTable(entry), extent, offset ?? 0)
}
