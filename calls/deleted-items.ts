import type { UserReferenceAnswer } from '#core/rest/answers.ts'
import { printRison } from '#core/rest/rison.ts'
import { call } from '#calls/call.ts'
import type { ListQuery } from '#calls/resources.ts'

/** Resources whose deleted rows are shown in the bin. */
export type DeletedItemType = 'dashboard' | 'chart' | 'dataset' | 'saved_query' | 'tag'

export interface DeletedItemAnswer {
  readonly id: number
  readonly name: string
  readonly deleted_on: string
  readonly deleted_on_delta_humanized: string
  readonly deleted_by: UserReferenceAnswer | null
  readonly deleted_by_name: string
  /** Days until it is purged. */
  readonly days_left: number
}

export interface BinAnswer {
  readonly count: number
  /** The number of days that deleted entities stay in the bin. */
  readonly days: number
  readonly result: readonly DeletedItemAnswer[]
}

/** Returns the entities that the caller may restore, last deleted first. */
export function listBin(name: DeletedItemType, query: ListQuery, signal?: AbortSignal): Promise<BinAnswer> {
  return call('GET', `/api/v1/${name}/bin/`, { query: { q: printRison(query) }, signal })
}

/** Purges entities; without ids, everything of the caller in the bin. */
export function purgeBin(name: DeletedItemType, ids?: readonly number[]): Promise<{ readonly count: number }> {
  return call('DELETE', `/api/v1/${name}/bin/`, ids ? { query: { q: printRison(ids) } } : {})
}
