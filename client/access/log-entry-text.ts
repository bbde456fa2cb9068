import type { LogEntry } from '#calls/action-log.ts'
import { changeTexts, fieldLabel } from '#client/history/change-texts.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import { t } from '#core/text/t.ts'
import { listChangeText } from './list-change-text.ts'

type Details = Readonly<Record<string, unknown>>

/** Maximum characters of the changes in the list. */
const MAX_CHANGES_LENGTH = 300

/**
 * Returns who acted: the name of the user, the id of a deleted one, or the application; with the user or role as which an
 * administrator acted. Service accounts are marked.
 */
export function actorText({
  view_as: viewed,
  is_service: isService,
  ...entry
}: Pick<LogEntry, 'user' | 'user_id' | 'view_as' | 'is_service'>): string {
  const name = isService ? t('%s (service account)', userText(entry)) : userText(entry)
  if (!viewed) return name
  const other = viewed.name ?? String(viewed.id)
  return viewed.type === 'user' ? t('%s as %s', name, other) : t('%s as the role %s', name, other)
}

function userText({ user, user_id }: Pick<LogEntry, 'user' | 'user_id'>): string {
  if (user) return `${user.first_name} ${user.last_name}`.trim() || (user.username ?? String(user.id))
  return user_id === null ? t('The application') : t('Deleted user %s', user_id)
}

/** Returns the entity of an entry, such as `role 7`. */
export function entityText({ json }: Pick<LogEntry, 'json'>): string {
  const { type, id } = detailsOf(json)
  return typeof type === 'string' && typeof id === 'number' ? `${type.replaceAll('_', ' ')} ${id}` : ''
}

/** The fields of an entry that name its entity, which has a column of its own. */
const ENTITY_FIELDS = new Set(['type', 'id'])

/** The fields with the name of an entity, by which a created or deleted one is listed. */
const NAME_FIELDS = ['slice_name', 'dashboard_title', 'table_name', 'database_name', 'name', 'username', 'title']

/** Returns whether a value is an object or a list, also as JSON text: too long for the list of changes. */
function isNested(value: unknown): boolean {
  if (typeof value !== 'string') return typeof value === 'object' && value !== null
  if (!/^\s*[[{]/.test(value)) return false
  try {
    return typeof parseJson(value) === 'object'
  } catch {
    return false
  }
}

function fieldText(name: string, value: unknown, before: Details | undefined): string {
  if (isNested(value) || isNested(before?.[name]))
    return listChangeText(name, before?.[name], value) ?? t('%s changed', fieldLabel(name))
  if (before) return changeTexts({ kind: 'value', field: name, before: before[name] ?? null, after: value }).join()
  return t('%s: %s', fieldLabel(name), String(value))
}

/**
 * Returns a short summary of an entry: the name of a created or deleted entity, the changed fields of another with their
 * values before and after, or the details of an action. Lists show what was added and removed; other nested values are
 * only named.
 */
export function changesText({ json }: Pick<LogEntry, 'json'>): string {
  const details = detailsOf(json)
  if (!('after' in details)) {
    const plain = Object.entries(details).filter(([, value]) => !isNested(value))
    return shortenParts(plain.map(([name, value]) => fieldText(name, value, undefined)))
  }
  const [before, after] = [details['before'], details['after']].map((each) => (isObject(each) ? each : undefined))
  // A deletion is logged with the name of the entity before it.
  const only = before && after ? (typeof after['deleted_at'] === 'number' ? before : undefined) : (after ?? before)
  const name = NAME_FIELDS.map((field) => only?.[field]).find((each) => typeof each === 'string')
  if (name !== undefined) return shortenParts([t('“%s”', name)])
  const values = after ?? before ?? {}
  return shortenParts(Object.entries(values).map(([field, value]) => fieldText(field, value, after && before)))
}

const shortenParts = (parts: readonly string[]): string => {
  const text = parts.join(', ')
  return text.length > MAX_CHANGES_LENGTH ? `${text.slice(0, MAX_CHANGES_LENGTH)}…` : text
}

/** Returns the JSON of an entry, indented; empty if it says nothing beyond the entity. */
export function logEntryJson({ json }: Pick<LogEntry, 'json'>): string {
  const details = detailsOf(json)
  const hasMore = Object.entries(details).some(([name, value]) => !ENTITY_FIELDS.has(name) && value !== null)
  return hasMore ? JSON.stringify(details, null, 2) : ''
}

function detailsOf(json: string): Details {
  try {
    const details: unknown = parseJson(json)
    return isObject(details) ? details : {}
  } catch {
    return {}
  }
}
