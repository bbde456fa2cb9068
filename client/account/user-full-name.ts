import type { CurrentUser } from '#core/access/current-user.ts'

/** Returns the first and last name of a user, or the user name if both are empty. */
export function userFullName({
  firstName,
  lastName,
  username,
}: Pick<CurrentUser, 'firstName' | 'lastName' | 'username'>): string {
  return `${firstName} ${lastName}`.trim() || username
}
