import type { PersonAnswer } from '#core/rest/answers.ts'
import { printRison } from '#core/rest/rison.ts'
import { call } from '#calls/call.ts'
import type { ListQuery } from '#calls/resources.ts'

/** Resources whose deleted rows people see. */
export type BinnedName = 'dashboard' | 'chart' | 'dataset' | 'saved_query' | 'tag'

export interface BinnedAnswer {
  readonly id: number
  readonly name: string
  readonly deleted_on: string
  readonly deleted_on_delta_humanized: string
  readonly deleted_by: PersonAnswer | null
  readonly deleted_by_name: string
  /** Days until it is removed for good. */
  readonly days_left: number
}

export interface BinAnswer {
  readonly count: number
  /** For how many days things lie in the bin. */
  readonly days: number
  readonly result: readonly BinnedAnswer[]
}

/** What the caller may bring back, last deleted first. */
export function listBin(name: BinnedName, query: ListQuery, signal?: AbortSignal): Promise<BinAnswer> {
  return call('GET', `/api/v1/${name}/bin/`, { query: { q: printRison(query) }, signal })
}

/** Removes for good; everything the caller has in the bin where no ids are named. */
export function purgeBin(name: BinnedName, ids?: readonly number[]): Promise<{ readonly count: number }> {
  return call('DELETE', `/api/v1/${name}/bin/`, ids ? { query: { q: printRison(ids) } } : {})
}
