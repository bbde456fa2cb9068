import { queryClient } from './query-client.ts'
import { distinctTimesQuery, withLastBucket } from '#core/query/bucketed-extent.ts'
import type { ColumnSpan } from '#core/query/column-span.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import type { Spread } from '#core/query/time-spread.ts'
import type { Table } from '#core/table/table.ts'
import type { Extent } from '#core/time/extent.ts'

type SpreadOf = (extent: Extent, signal: AbortSignal) => Promise<Spread>
type TableOf = (datasetId: number, query: QueryObject, signal: AbortSignal) => Promise<Table | undefined>
type SpanOf = (datasetId: number, column: string, signal: AbortSignal) => Promise<ColumnSpan>

/** How the span of a column and the number of its distinct times are asked. */
interface ExtentCalls {
  readonly spanOf: SpanOf
  readonly tableOf: TableOf
}

/** What the data of a column of time cover, asked once for as long as it counts as fresh; undefined where not known. */
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
    queryFn: ({ signal }) => wholeExtent(column, extent, (query) => tableOf(datasetId, query, signal)),
  })
}

/** The extent of a column to the end of its last bucket, where its values are starts of buckets. */
export async function wholeExtent(
  column: string,
  extent: Extent,
  ask: (query: QueryObject) => Promise<Table | undefined>,
): Promise<Extent> {
  const query = distinctTimesQuery(column, extent)
  if (!query) return extent
  // What is said of the last bucket is no more than a better name of its end.
  return withLastBucket(extent, await ask(query).catch(() => undefined))
}

/** How the rows of a column of time spread over an extent, kept as long. */
export function spreadOf(
  { datasetId, column, extent }: { readonly datasetId: number; readonly column: string; readonly extent: Extent },
  ask: SpreadOf,
): Promise<Spread> {
  return queryClient.fetchQuery({
    queryKey: ['column-spread', datasetId, column, extent],
    queryFn: ({ signal }) => ask(extent, signal),
  })
}
