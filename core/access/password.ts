import type { ErrorCode } from '#core/rest/errors.ts'

/** Characters (UTF-16 units) a new password has at least and at most. */
export const PASSWORD_LENGTH = { least: 8, most: 1024 } as const

/** Why a text cannot be the new password of a user; undefined when it can. */
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
