import { askChartData } from '#calls/chart-data.ts'
import { readSpread, type Spread, spreadQuery } from '#core/query/time-spread.ts'
import { toTable } from '#core/query/result.ts'
import type { Extent } from '#core/time/extent.ts'

interface Dataset {
  readonly id: number
  readonly offset?: number | null | undefined
}

/** How the rows of a column of time spread over an extent, asked of the data under the rules of the caller. */
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
