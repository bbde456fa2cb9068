import type { GrantLevel } from '#core/rest/grant-level.ts'
import type {
  AccessRequestResponse,
  LoggedGrantChange,
  GrantResponse,
  GrantSubject,
  ReadersResponse,
} from '#core/rest/grant.ts'
import { call } from '#calls/call.ts'

const ROOT = '/api/v1/security/grants'

/** A dashboard, a dataset, a folder, or a database with its schemas, that is shared. */
export interface SharedObject {
  readonly type: 'dashboard' | 'dataset' | 'folder' | 'database'
  readonly id: number
}

/** Returns the grants on an object, newest first. */
export async function listGrants({ type, id }: SharedObject, signal?: AbortSignal): Promise<readonly GrantResponse[]> {
  const { result } = await call<{ result: readonly GrantResponse[] }>('GET', `${ROOT}/`, {
    query: { [type]: String(id) },
    signal,
  })
  return result
}

/** Returns the users, groups and roles whose name contains the text and whom the caller may name in a grant. */
export async function findSubjects(
  { type, id }: SharedObject,
  text: string,
  signal?: AbortSignal,
): Promise<readonly GrantSubject[]> {
  const query = { [type]: String(id), text }
  const { result } = await call<{ result: readonly GrantSubject[] }>('GET', `${ROOT}/subjects`, { query, signal })
  return result
}

/** Grants an object, or one schema of a database, to a user, a group or a role; returns the grant. */
export function addGrantTo(
  { type, id }: SharedObject,
  subject: Pick<GrantSubject, 'type' | 'id'>,
  level: GrantLevel,
  schema?: string,
): Promise<GrantResponse> {
  const body = { [type]: id, [subject.type]: subject.id, level }
  return grantIn(call('POST', `${ROOT}/`, { body: schema === undefined ? body : { ...body, schema } }))
}

async function grantIn(response: Promise<{ readonly result: GrantResponse }>): Promise<GrantResponse> {
  return (await response).result
}

/** Changes the level of a grant and returns it; fails if it was changed since it was loaded. */
export function changeGrant({ id, version }: GrantResponse, level: GrantLevel): Promise<GrantResponse> {
  return grantIn(call('PUT', `${ROOT}/${id}`, { body: { level }, headers: { 'if-match': `"${version}"` } }))
}

/** Removes a grant; with `version`, only if it was not changed since. */
export function deleteGrant(id: number, version?: number): Promise<unknown> {
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
  return call('DELETE', `${ROOT}/${id}`, { headers })
}

/** Returns the last changes of the grants on an object, newest first. */
export function listGrantChanges(
  { type, id }: SharedObject,
  signal?: AbortSignal,
): Promise<{ readonly is_truncated: boolean; readonly result: readonly LoggedGrantChange[] }> {
  return call('GET', `${ROOT}/changes`, { query: { [type]: String(id) }, signal })
}

/** Undoes a change of a grant on an object; fails if the grant was changed since the changes were loaded. */
export function undoGrantChange(object: SharedObject, change: LoggedGrantChange): Promise<unknown> {
  const { grant, level_before: before, level_after: after } = change
  if (before === null) return deleteGrant(grant.id, grant.version)
  if (after === null) return addGrantTo(object, grant.subject, before, grant.object.schema ?? undefined)
  return changeGrant(grant, before)
}

/** Returns who may read an object, and why. */
export function listReaders({ type, id }: SharedObject, signal?: AbortSignal): Promise<ReadersResponse> {
  return call('GET', `${ROOT}/readers`, { query: { [type]: String(id) }, signal })
}

/** Returns the open requests for access to objects that the caller owns; for administrators, all of them. */
export async function listAccessRequests(signal?: AbortSignal): Promise<readonly AccessRequestResponse[]> {
  const { result } = await call<{ result: readonly AccessRequestResponse[] }>('GET', `${ROOT}/requests`, { signal })
  return result
}

/** An object that a user has no access to; `id` of a dashboard may be its slug. */
export interface RequestedObject {
  readonly type: 'dashboard' | 'dataset'
  readonly id: number | string
}

/** Requests access to an object from its owners. */
export function requestAccess({ type, id }: RequestedObject, note: string): Promise<unknown> {
  return call('POST', `${ROOT}/requests`, { body: { [type]: id, note } })
}

/** Closes a request; with a level, access is granted. */
export function closeAccessRequest(id: number, level?: GrantLevel): Promise<unknown> {
  return call('POST', `${ROOT}/requests/${id}/close`, { body: level ? { level } : {} })
}

/** Returns the names of administrators. */
export async function fetchAccessContacts(signal?: AbortSignal): Promise<readonly string[]> {
  const { result } = await call<{ result: readonly string[] }>('GET', `${ROOT}/contacts`, { signal })
  return result
}
