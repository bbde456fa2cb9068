import { queryClient } from './query-client.ts'
import type { ColumnSpan } from '#core/query/column-span.ts'
import type { Spread } from '#core/query/time-spread.ts'
import type { Extent } from '#core/time/extent.ts'

type SpreadOf = (extent: Extent, signal: AbortSignal) => Promise<Spread>
type SpanOf = (datasetId: number, column: string, signal: AbortSignal) => Promise<ColumnSpan>

/** What the data of a column of time cover, asked once for as long as it counts as fresh; undefined where not known. */
export async function extentOf(datasetId: number, column: string, spanOf: SpanOf): Promise<Extent | undefined> {
  const { extent } = await queryClient.fetchQuery({
    queryKey: ['column-span', datasetId, column],
    queryFn: ({ signal }) => spanOf(datasetId, column, signal),
  })
  return extent
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
