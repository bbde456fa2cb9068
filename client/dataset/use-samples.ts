import { useQuery } from '@tanstack/react-query'
import { readSamples } from '#calls/datasets.ts'
import type { DatasetAnswer } from '#core/rest/answers.ts'

/** Some rows of a dataset as they are; asked once for all that look at them. */
export function useSamples(
  { id, version }: Pick<DatasetAnswer, 'id' | 'version'>,
  /** Takes them only where somebody else has asked for them. */
  { isOnlyKnown = false } = {},
) {
  return useQuery({
    queryKey: ['dataset-rows', id, version],
    queryFn: ({ signal }) => readSamples(id, false, signal),
    retry: false,
    enabled: !isOnlyKnown,
  })
}
