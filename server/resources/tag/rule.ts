import { hasPermission, isAdmin, ownerId } from '#core/access/ability.ts'
import type { Action } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'

/**
 * Returns the condition for tags a user may read, or may rename and delete: those they created; all of them for an
 * admin.
 */
export function tagRule(user: CurrentUser, action: Action): Condition {
  if (action !== 'write') return hasPermission(user, 'can_read', 'Tag')
  if (!hasPermission(user, 'can_write', 'Tag')) return false
  const id = ownerId(user)
  return isAdmin(user) || (id !== null && { col: 'created_by_fk', op: 'eq', value: id })
}
