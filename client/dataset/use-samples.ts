import { useQuery } from '@tanstack/react-query'
import { fetchSamples } from '#calls/datasets.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'

/** Fetches sample rows of a dataset; the request is shared by all components that use it. */
export function useSamples(
  { id, version }: Pick<DatasetResponse, 'id' | 'version'>,
  /** Uses samples only if they are already cached. */
  { isOnlyKnown = false } = {},
) {
  return useQuery({
    queryKey: ['dataset-rows', id, version],
    queryFn: ({ signal }) => fetchSamples(id, false, signal),
    retry: false,
    enabled: !isOnlyKnown,
  })
}
