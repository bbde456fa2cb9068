import { type QueryKey, useQuery } from '@tanstack/react-query'

/** A thing of the server as a page sees it: on its way, there, or not to be had. */
export interface ResourceState<T> {
  readonly loading: boolean
  readonly resource: T | null
  readonly error: Error | null
}

/** The state of a query as a resource: what was there before stays while it is asked for again. */
export function resourceState<T>(query: {
  readonly isFetching: boolean
  readonly data: T | undefined
  readonly error: Error | null
}): ResourceState<T> {
  return { loading: query.isFetching, resource: query.data ?? null, error: query.error }
}

/** Reads one thing of the server; `load` is called when the key changes and when nothing newer is known. */
export function useResource<T>(
  key: QueryKey,
  load: (signal: AbortSignal) => Promise<T>,
  isWanted = true,
): ResourceState<T> {
  return resourceState(useQuery({ queryKey: key, queryFn: ({ signal }) => load(signal), enabled: isWanted }))
}
