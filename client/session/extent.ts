import { queryClient } from './query-client.ts'
import { distinctTimesQuery, withLastBucket } from '#core/query/bucketed-extent.ts'
import type { ColumnExtent } from '#core/query/column-extent.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import type { TimeDistribution } from '#core/query/time-distribution.ts'
import type { Table } from '#core/table/table.ts'
import type { Extent } from '#core/time/extent.ts'

type SpreadOf = (extent: Extent, signal: AbortSignal) => Promise<TimeDistribution>
type TableOf = (datasetId: number, query: QueryObject, signal: AbortSignal) => Promise<Table | undefined>
type SpanOf = (datasetId: number, column: string, signal: AbortSignal) => Promise<ColumnExtent>

/** Functions that query the time extent of a column and its distinct times. */
interface ExtentCalls {
  readonly spanOf: SpanOf
  readonly tableOf: TableOf
}

/** Returns the time extent of a time column, cached while fresh; undefined if unknown. */
export async function extentOf(
  datasetId: number,
  column: string,
  { spanOf, tableOf }: ExtentCalls,
): Promise<Extent | undefined> {
  const { extent } = await queryClient.fetchQuery({
    queryKey: ['column-span', datasetId, column],
    queryFn: ({ signal }) => spanOf(datasetId, column, signal),
  })
  if (!extent) return undefined
  return queryClient.fetchQuery({
    queryKey: ['column-extent', datasetId, column, extent],
    queryFn: ({ signal }) => fullExtent(column, extent, (query) => tableOf(datasetId, query, signal)),
  })
}

/** Returns the extent up to the end of the last bucket, if the values are starts of buckets. */
export async function fullExtent(
  column: string,
  extent: Extent,
  ask: (query: QueryObject) => Promise<Table | undefined>,
): Promise<Extent> {
  const query = distinctTimesQuery(column, extent)
  if (!query) return extent
  // The last bucket only refines the end, so a failure is ignored.
  return withLastBucket(extent, await ask(query).catch(() => undefined))
}

/** Returns the distribution of a time column's rows over an extent, cached equally long. */
export function distributionOf(
  { datasetId, column, extent }: { readonly datasetId: number; readonly column: string; readonly extent: Extent },
  ask: SpreadOf,
): Promise<TimeDistribution> {
  return queryClient.fetchQuery({
    queryKey: ['column-spread', datasetId, column, extent],
    queryFn: ({ signal }) => ask(extent, signal),
  })
}
