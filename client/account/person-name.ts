import type { CurrentUser } from '#core/access/current-user.ts'

/** What a person is called: first and last name, else the user name. */
export function personName({
  firstName,
  lastName,
  username,
}: Pick<CurrentUser, 'firstName' | 'lastName' | 'username'>): string {
  return `${firstName} ${lastName}`.trim() || username
}
