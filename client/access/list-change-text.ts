import { fieldLabel } from '#client/history/change-texts.ts'
import { permissionText } from '#core/access/permission-text.ts'
import { t } from '#core/text/t.ts'

/** Maximum added or removed items that are named. */
const MAX_LISTED_ITEMS = 5

/**
 * Returns what was added to a list and removed from it, such as `Permissions added: Read charts`; undefined for values that
 * are no lists, and for lists of ids, which say nothing to readers.
 */
export function listChangeText(field: string, before: unknown, after: unknown): string | undefined {
  const [old, current] = [namesIn(before), namesIn(after)]
  if (!old || !current) return undefined
  const added = current.filter((name) => !old.includes(name))
  const removed = old.filter((name) => !current.includes(name))
  const parts = [
    ...(added.length > 0 ? [t('%s added: %s', fieldLabel(field), listed(added))] : []),
    ...(removed.length > 0 ? [t('%s removed: %s', fieldLabel(field), listed(removed))] : []),
  ]
  return parts.length > 0 ? parts.join('; ') : undefined
}

/** Returns the items of a list as texts: permissions in words. */
function namesIn(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const names = value.map(nameOf)
  return names.every((name) => name !== undefined) ? names : undefined
}

function nameOf(item: unknown): string | undefined {
  if (typeof item === 'string') return item
  if (!Array.isArray(item) || item.length !== 2) return undefined
  const [permission, view]: readonly unknown[] = item
  return typeof permission === 'string' && typeof view === 'string' ? permissionText([permission, view]) : undefined
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED_ITEMS).join(', ')
  const more = names.length - MAX_LISTED_ITEMS
  return more > 0 ? t('%s and %s more', shown, more) : shown
}
