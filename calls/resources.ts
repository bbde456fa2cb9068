import type { ListBody, RelatedResponse } from '#core/rest/responses.ts'
import { printRison } from '#core/rest/rison.ts'
import { call } from '#calls/call.ts'

/** The path of a resource; annotations are nested in their layer. */
export type ResourceName =
  | 'chart'
  | 'dashboard'
  | 'dataset'
  | 'database'
  | 'annotation_layer'
  | 'dashboard_grant'
  | 'dynamic_plugin'
  | 'css_template'
  | 'saved_query'
  | 'query'
  | 'tag'
  | 'folder'
  | 'security/users'
  | 'security/roles'
  | 'security/groups'
  | 'rowlevelsecurity'
  | `annotation_layer/${number}/annotation`

export interface ListQuery {
  readonly columns?: readonly string[]
  readonly filters?: readonly { readonly col: string; readonly opr: string; readonly value: unknown }[]
  readonly order_column?: string
  readonly order_direction?: 'asc' | 'desc'
  /** Zero-based. */
  readonly page?: number
  readonly page_size?: number
}

const base = (name: ResourceName) => `/api/v1/${name}`

export function listResource<T>(name: ResourceName, query: ListQuery, signal?: AbortSignal): Promise<ListBody<T>> {
  return call('GET', `${base(name)}/`, { query: { q: printRison(query) }, signal })
}

export async function fetchResource<T>(name: ResourceName, id: number | string, signal?: AbortSignal): Promise<T> {
  const answer = await call<{ id?: number; result: T }>('GET', `${base(name)}/${encodeURIComponent(id)}`, { signal })
  return answer.id === undefined ? answer.result : { id: answer.id, ...answer.result }
}

/**
 * Returns the possible values of a field that refers to other entities, such as the owners, matching a text; always
 * includes those of `include`.
 */
export async function fetchRelated(
  name: ResourceName,
  field: string,
  search: string,
  signal?: AbortSignal,
  include: readonly number[] = [],
): Promise<readonly RelatedResponse[]> {
  const included = include.length > 0 ? { include_ids: include } : {}
  const q = printRison({ filter: search, page: 0, page_size: 100, ...included })
  return (await call<ListBody<RelatedResponse>>('GET', `${base(name)}/related/${field}`, { query: { q }, signal }))
    .result
}

export function createResource(name: ResourceName, body: object): Promise<{ readonly id: number }> {
  return call('POST', `${base(name)}/`, { body })
}

/** With `version`, the update is conditional: it fails with 412 if another update came first. */
export function updateResource(
  name: ResourceName,
  id: number,
  body: object,
  version?: number,
): Promise<{ readonly id: number; readonly result: unknown; readonly version?: number }> {
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
  return call('PUT', `${base(name)}/${id}`, { body, headers })
}

export function deleteResource(name: ResourceName, id: number): Promise<{ message: string }> {
  return call('DELETE', `${base(name)}/${id}`)
}

export function deleteResources(name: ResourceName, ids: readonly number[]): Promise<{ message: string }> {
  return call('DELETE', `${base(name)}/`, { query: { q: printRison(ids) } })
}

/** Deletes folders; their contents move to the folders above. */
export function deleteFoldersOnly(ids: readonly number[]): Promise<{ message: string }> {
  return call('DELETE', `${base('folder')}/`, { query: { q: printRison(ids), contents: 'up' } })
}

/** `changes` are fields to change because another entity has taken the value: a slug, a table name or a uuid. */
export function restoreResource(
  name: ResourceName,
  id: number,
): Promise<{ readonly message: string; readonly changes?: Readonly<Record<string, string | null>> }> {
  return call('POST', `${base(name)}/${id}/restore`)
}

export function fetchResourceInfo(name: ResourceName): Promise<{ permissions: readonly string[] }> {
  return call('GET', `${base(name)}/_info`, { query: { q: printRison({ keys: ['permissions'] }) } })
}
