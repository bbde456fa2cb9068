import type { CurrentUser } from './current-user.ts'

/** The application's own view in permission pairs. */
export const APPLICATION = 'Superset'

/** Whether one of the user's roles holds the pair. */
export function has(user: Pick<CurrentUser, 'roles'>, permission: string, view: string): boolean {
  return Object.values(user.roles).some((pairs) => pairs.some((pair) => pair[0] === permission && pair[1] === view))
}

/** Whether the user has a role named admin, in whatever case. The only role whose name means something. */
export function isAdmin(user: Pick<CurrentUser, 'roles'>): boolean {
  return Object.keys(user.roles).some((name) => name.toLowerCase() === 'admin')
}

/** Whether the user is one of the owners. */
export function owns(user: Pick<CurrentUser, 'userId'>, row: { readonly owners: readonly number[] }): boolean {
  return user.userId !== null && row.owners.includes(user.userId)
}

/** The permissions the user holds on a view, each once, sorted: what `_info` answers. */
export function permissionsOn(user: Pick<CurrentUser, 'roles'>, view: string): readonly string[] {
  const names = Object.values(user.roles).flatMap((pairs) => pairs.filter((pair) => pair[1] === view))
  return [...new Set(names.map(([permission]) => permission))].toSorted()
}
