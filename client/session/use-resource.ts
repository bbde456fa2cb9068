import { type QueryKey, useQuery } from '@tanstack/react-query'

/** A server resource as a page sees it: loading, loaded or failed. */
export interface ResourceState<T> {
  readonly loading: boolean
  readonly resource: T | null
  readonly error: Error | null
}

/** Returns the state of a query as a resource; previous data stay while it is refetched. */
export function resourceState<T>(query: {
  readonly isFetching: boolean
  readonly data: T | undefined
  readonly error: Error | null
}): ResourceState<T> {
  return { loading: query.isFetching, resource: query.data ?? null, error: query.error }
}

/** Fetches a server resource; `load` is called when the key changes and the cached data are stale. */
export function useResource<T>(
  key: QueryKey,
  load: (signal: AbortSignal) => Promise<T>,
  isWanted = true,
): ResourceState<T> {
  return resourceState(useQuery({ queryKey: key, queryFn: ({ signal }) => load(signal), enabled: isWanted }))
}
