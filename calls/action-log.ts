import type { ListBody, UserReferenceResponse } from '#core/rest/responses.ts'
import { printRison } from '#core/rest/rison.ts'
import { call, responseFailure, send } from '#calls/call.ts'

/** The timeout of a file, in milliseconds. */
const FILE_TIMEOUT = 10 * 60_000

/** An entry of the action log. */
export interface LogEntry {
  readonly id: number
  readonly action: string
  /** ISO 8601 in UTC without a zone. */
  readonly dttm: string
  /** JSON text: the type and id of the entity, and the changed fields before and after. */
  readonly json: string
  readonly user: UserReferenceResponse | null
  readonly user_id: number | null
  /** The user or role as which the user viewed the application; null if none. */
  readonly view_as: { readonly type: 'user' | 'role'; readonly id: number; readonly name: string | null } | null
  /** True if the user is a service account. */
  readonly is_service: boolean
  /** IP address of the client; null for work of the server. */
  readonly address: string | null
}

/** Selects entries of the action log; absent fields filter nothing. */
export interface LogFilter {
  readonly action?: string
  readonly user?: number
  /** ISO 8601 in UTC, exclusive, like `before`. */
  readonly after?: string
  readonly before?: string
}

function filtersOf({ action, user, after, before }: LogFilter) {
  const filters = [
    { col: 'action', opr: 'eq', value: action },
    { col: 'user', opr: 'rel_o_m', value: user },
    { col: 'dttm', opr: 'gt', value: after },
    { col: 'dttm', opr: 'lt', value: before },
  ]
  return filters.filter(({ value }) => value !== undefined)
}

/** Returns the selected entries as a CSV file, newest first. */
export async function exportActionLog(filter: LogFilter, signal?: AbortSignal): Promise<Blob> {
  const q = printRison({ filters: filtersOf(filter) })
  const response = await send('GET', '/api/v1/log/export/', { query: { q }, signal, timeout: FILE_TIMEOUT })
  if (!response.ok) throw await responseFailure(response)
  return response.blob()
}

/** Returns a page of the selected entries, newest first. */
export function fetchActionLog(
  { page, pageSize, ...filter }: LogFilter & { readonly page: number; readonly pageSize: number },
  signal?: AbortSignal,
): Promise<ListBody<LogEntry>> {
  const q = printRison({ page, page_size: pageSize, filters: filtersOf(filter) })
  return call('GET', '/api/v1/log/', { query: { q }, signal })
}
