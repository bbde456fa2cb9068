import type { ListAnswer, UserReferenceAnswer } from '#core/rest/answers.ts'
import { printRison } from '#core/rest/rison.ts'
import { call } from '#calls/call.ts'

/** An entry of the action log. */
export interface LogEntry {
  readonly id: number
  readonly action: string
  /** ISO 8601 in UTC without a zone. */
  readonly dttm: string
  /** JSON text: the type and id of the entity, and the changed fields before and after. */
  readonly json: string
  readonly user: UserReferenceAnswer | null
  readonly user_id: number | null
}

/** Returns a page of the action log, newest first; `action` narrows it. */
export function fetchActionLog(
  { page, pageSize, action }: { readonly page: number; readonly pageSize: number; readonly action?: string },
  signal?: AbortSignal,
): Promise<ListAnswer<LogEntry>> {
  const filters = action === undefined ? [] : [{ col: 'action', opr: 'eq', value: action }]
  return call('GET', '/api/v1/log/', { query: { q: printRison({ page, page_size: pageSize, filters }) }, signal })
}
