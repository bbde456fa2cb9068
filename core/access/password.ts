import type { ErrorCode } from '#core/rest/errors.ts'

/** Minimum and maximum length of a new password, in UTF-16 units. */
export const PASSWORD_LENGTH = { least: 8, most: 1024 } as const

/** Returns why a text is not valid as the user's new password, or undefined if it is valid. */
export function passwordProblem(
  password: string,
  username: string,
): { readonly code: ErrorCode; readonly args: readonly number[] } | undefined {
  const { least, most } = PASSWORD_LENGTH
  if (password.length < least) return { code: 'password-short', args: [least] }
  if (password.length > most) return { code: 'password-long', args: [most] }
  if (password.trim().toLowerCase() === username.trim().toLowerCase()) return { code: 'password-is-username', args: [] }
  return undefined
}
