import type { QueryClient } from '@tanstack/react-query'
import type { ResourceName } from '#calls/resources.ts'

/** Queries that prefetch details of list rows; the row id is the second part of their key. */
const PREFETCHES: Partial<Record<ResourceName, readonly string[]>> = {
  dashboard: ['board-charts', 'board-trend'],
}

interface CachedList {
  readonly count: number
  readonly ids?: readonly number[]
  readonly result: readonly { readonly id: number }[]
}

/** Other queries below a list's key hold a single row or a count. */
const isList = (value: unknown): value is CachedList => Array.isArray((value as CachedList | undefined)?.result)

function withoutRows(list: unknown, ids: readonly number[]): unknown {
  if (!isList(list)) return list
  const result = list.result.filter(({ id }) => !ids.includes(id))
  const count = list.count - (list.result.length - result.length)
  return { ...list, result, count, ...(list.ids && { ids: list.ids.filter((id) => !ids.includes(id)) }) }
}

/** Aborts prefetches for resources that are about to be deleted: they could only end in a 404. */
export async function cancelPrefetches(client: QueryClient, name: ResourceName, ids: readonly number[]): Promise<void> {
  const keys = (PREFETCHES[name] ?? []).flatMap((first) => ids.map((id) => [first, id]))
  await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })))
}

/**
 * Removes deleted resources from the cached lists, so that a list shown before it is refetched prefetches nothing for
 * them.
 */
export function removeDeleted(client: QueryClient, name: ResourceName, ids: readonly number[]): void {
  client.setQueriesData<unknown>({ queryKey: ['list', name] }, (list: unknown) => withoutRows(list, ids))
  for (const first of PREFETCHES[name] ?? []) for (const id of ids) client.removeQueries({ queryKey: [first, id] })
}
