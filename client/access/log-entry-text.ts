import type { LogEntry } from '#calls/action-log.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import { t } from '#core/text/t.ts'

/** Maximum characters of the changes in the list. */
const MAX_CHANGES_LENGTH = 300

/** Returns who acted: the name of the user, the id of a deleted one, or the application. */
export function actorText({ user, user_id }: Pick<LogEntry, 'user' | 'user_id'>): string {
  if (user) return `${user.first_name} ${user.last_name}`.trim() || (user.username ?? String(user.id))
  return user_id === null ? t('The application') : t('Deleted user %s', user_id)
}

/** Returns the entity of an entry, such as `role 7`. */
export function entityText({ json }: Pick<LogEntry, 'json'>): string {
  const { type, id } = detailsOf(json)
  return typeof type === 'string' && typeof id === 'number' ? `${type.replaceAll('_', ' ')} ${id}` : ''
}

/** Returns the changed fields of an entry with their values after the change, shortened. */
export function changesText({ json }: Pick<LogEntry, 'json'>): string {
  const details = detailsOf(json)
  const after = 'after' in details ? details['after'] : details
  if (!isObject(after)) return ''
  const text = Object.entries(after)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
  return text.length > MAX_CHANGES_LENGTH ? `${text.slice(0, MAX_CHANGES_LENGTH)}…` : text
}

function detailsOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const details: unknown = parseJson(json)
    return isObject(details) ? details : {}
  } catch {
    return {}
  }
}
