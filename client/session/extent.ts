import { queryClient } from './query-client.ts'
import type { ColumnSpan } from '#core/query/column-span.ts'
import type { Extent } from '#core/time/extent.ts'

type SpanOf = (datasetId: number, column: string, signal: AbortSignal) => Promise<ColumnSpan>

/** What the data of a column of time cover, asked once for as long as it counts as fresh; undefined where not known. */
export async function extentOf(datasetId: number, column: string, spanOf: SpanOf): Promise<Extent | undefined> {
  const { extent } = await queryClient.fetchQuery({
    queryKey: ['column-span', datasetId, column],
    queryFn: ({ signal }) => spanOf(datasetId, column, signal),
  })
  return extent
}
