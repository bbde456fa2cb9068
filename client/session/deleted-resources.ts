import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { abortError } from '#calls/call.ts'
import type { ResourceName } from '#calls/resources.ts'

/** Keys of queries that return 404 once a row is deleted, without the id of the row. */
const ROW_QUERIES: Partial<Record<ResourceName, readonly QueryKey[]>> = {
  chart: [['favorite', 'chart']],
  dashboard: [['board-charts'], ['board-trend'], ['favorite', 'dashboard']],
}

const rowQueryKeys = (name: ResourceName, ids: readonly number[]): readonly QueryKey[] =>
  (ROW_QUERIES[name] ?? []).flatMap((key) => ids.map((id) => [...key, id]))

/** The deletions in progress, by resource and id. Each resolves to true if the resource was deleted. */
const deletions = new Map<string, Promise<boolean>>()

const deletionKey = (name: ResourceName, id: number) => `${name} ${id}`

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

/**
 * Removes deleted resources from the cached lists, which are shown until they are refetched. Their row queries stay
 * cached: a row that is rendered once more before it disappears would send removed ones again.
 */
function removeDeleted(client: QueryClient, name: ResourceName, ids: readonly number[]): void {
  client.setQueriesData<unknown>({ queryKey: ['list', name] }, (list: unknown) => withoutRows(list, ids))
}

/**
 * Returns the result of `remove`, which deletes resources. Their row queries are aborted before it and wait while it
 * runs; if it fails, they are sent again.
 */
export async function runDeletion<T>(
  client: QueryClient,
  name: ResourceName,
  ids: readonly number[],
  remove: () => Promise<T>,
): Promise<T> {
  const queryKeys = rowQueryKeys(name, ids)
  const deletion = Promise.all(queryKeys.map((queryKey) => client.cancelQueries({ queryKey }))).then(remove)
  const outcome = deletion.then(
    () => {
      removeDeleted(client, name, ids)
      return true
    },
    () => false,
  )
  for (const id of ids) deletions.set(deletionKey(name, id), outcome)
  const isDeleted = await outcome
  for (const key of ids.map((id) => deletionKey(name, id))) if (deletions.get(key) === outcome) deletions.delete(key)
  if (!isDeleted) for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey })
  return deletion
}

/**
 * Returns the result of the query of a row. While the row is being deleted, the query waits; if the row was deleted, it
 * is never sent and rejects with an abort error.
 */
export async function fetchUnlessDeleted<T>(
  name: ResourceName,
  id: number,
  signal: AbortSignal,
  fetch: () => Promise<T>,
): Promise<T> {
  const isDeleted = (await deletions.get(deletionKey(name, id))) ?? false
  if (isDeleted || signal.aborted) throw abortError()
  return fetch()
}
