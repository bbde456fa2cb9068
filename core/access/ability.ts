import type { CurrentUser } from './current-user.ts'

/** The application's own view name in permission pairs. */
export const APPLICATION = 'Superset'

/** The role of anonymous users. */
export const PUBLIC_ROLE = 'Public'

/** True if one of the user's roles has the permission pair. */
export function hasPermission(user: Pick<CurrentUser, 'roles'>, permission: string, view: string): boolean {
  return Object.values(user.roles).some((pairs) => pairs.some((pair) => pair[0] === permission && pair[1] === view))
}

/** True if the user has a role named admin, in any case. No other role name has a meaning. */
export function isAdmin(user: Pick<CurrentUser, 'roles'>): boolean {
  return Object.keys(user.roles).some((name) => name.toLowerCase() === 'admin')
}

/**
 * Returns the user id whose rows give the caller rights as their owner or creator; null for anonymous callers and for
 * API tokens that are limited to a role.
 */
export function ownerId({ userId, roleLimit }: Pick<CurrentUser, 'userId' | 'roleLimit'>): number | null {
  return roleLimit ? null : userId
}

/** True if the user is one of the owners, and has rights as an owner. */
export function isOwner(
  user: Pick<CurrentUser, 'userId' | 'roleLimit'>,
  row: { readonly owners: readonly number[] },
): boolean {
  const id = ownerId(user)
  return id !== null && row.owners.includes(id)
}

/** Returns the user's permissions on a view, sorted and without duplicates, as sent by `_info`. */
export function permissionsOn(user: Pick<CurrentUser, 'roles'>, view: string): readonly string[] {
  const names = Object.values(user.roles).flatMap((pairs) => pairs.filter((pair) => pair[1] === view))
  return [...new Set(names.map(([permission]) => permission))].toSorted()
}
