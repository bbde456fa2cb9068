import type * as z from 'zod'
import type { binResponse } from '#core/rest/response-shapes.ts'
import { printRison } from '#core/rest/rison.ts'
import { call } from '#calls/call.ts'
import type { ListQuery } from '#calls/resources.ts'

/** Resources whose deleted rows are shown in the bin. */
export type DeletedItemType = 'dashboard' | 'chart' | 'dataset' | 'saved_query' | 'tag'

/** A page of the bin. `days` is the number of days that deleted entities stay in it. */
export type RecycleBinResponse = z.output<typeof binResponse>
export type DeletedItemResponse = RecycleBinResponse['result'][number]

/** Returns the entities that the caller may restore, last deleted first. */
export function listRecycleBin(
  name: DeletedItemType,
  query: ListQuery,
  signal?: AbortSignal,
): Promise<RecycleBinResponse> {
  return call('GET', `/api/v1/${name}/bin/`, { query: { q: printRison(query) }, signal })
}

/** Purges entities; without ids, everything of the caller in the bin. */
export function purgeRecycleBin(name: DeletedItemType, ids?: readonly number[]): Promise<{ readonly count: number }> {
  return call('DELETE', `/api/v1/${name}/bin/`, ids ? { query: { q: printRison(ids) } } : {})
}
