import type { UserReferenceResponse } from '#core/rest/responses.ts'
import { printRison } from '#core/rest/rison.ts'
import type { VersionChange } from '#core/entity/changes.ts'
import { call } from '#calls/call.ts'

/** Resources with a version history. */
export type VersionedName = 'chart' | 'dashboard' | 'dataset'

/** A change in a response: users by name, other links as a count. */
export type ChangeResponse =
  | Exclude<VersionChange, { readonly kind: 'links' }>
  | {
      readonly kind: 'links'
      readonly field: string
      readonly added: readonly string[]
      readonly removed: readonly string[]
      readonly count: number
    }

interface RevisionAuthor {
  readonly id: number
  readonly made_on: string
  readonly made_on_delta_humanized: string
  readonly made_by: UserReferenceResponse | null
  readonly made_by_name: string
  /** When the version restored by this one was created. */
  readonly restored_of: string | null
}

/** A version in the list, and its changes. */
export interface VersionResponse extends RevisionAuthor {
  readonly is_first: boolean
  /** The original of a copy, in its first version; without a name if the caller may not read it. */
  readonly copied_from: { readonly name: string | null } | null
  readonly changes: readonly ChangeResponse[]
}

/** A version compared with the current one: `changes` are those that restoring it would make. */
export interface ComparedResponse extends RevisionAuthor {
  /** The fields of the version as stored. */
  readonly fields?: Readonly<Record<string, unknown>>
  readonly changes: readonly ChangeResponse[]
}

const base = (name: VersionedName, id: number) => `/api/v1/${name}/${id}/history/`

export function listVersions(
  name: VersionedName,
  id: number,
  page: number,
  signal?: AbortSignal,
): Promise<{ readonly count: number; readonly result: readonly VersionResponse[] }> {
  return call('GET', base(name, id), { query: { q: printRison({ page, page_size: 25 }) }, signal })
}

export async function fetchVersion(
  name: VersionedName,
  id: number,
  version: number,
  signal?: AbortSignal,
): Promise<ComparedResponse> {
  return (await call<{ readonly result: ComparedResponse }>('GET', `${base(name, id)}${version}`, { signal })).result
}

export function restoreVersion(
  name: VersionedName,
  id: number,
  version: number,
): Promise<{ readonly version: number }> {
  return call('POST', `${base(name, id)}${version}/restore`)
}
