import { hasErrorCode } from '#calls/call.ts'
import { PASSWORD_LENGTH, passwordProblem } from '#core/access/password.ts'
import { t } from '#core/text/t.ts'

/** The values of the form fields. */
export interface PasswordDraft {
  readonly current: string
  readonly next: string
  /** The new password repeated. */
  readonly again: string
}

export const emptyPasswords: PasswordDraft = { current: '', next: '', again: '' }

/** Messages shown below the fields; `form` is for messages that belong to no field. */
export type PasswordProblems = Partial<Record<keyof PasswordDraft | 'form', string>>

/** Validates the form before it is sent; a user without a password (`isSet` is false) has no current one. */
export function passwordProblems(
  { current, next, again }: PasswordDraft,
  username: string,
  isSet = true,
): PasswordProblems {
  const problem = newProblem(next, username)
  return {
    ...(isSet && current === '' ? { current: t('Type your current password.') } : {}),
    ...(problem === undefined ? {} : { next: problem }),
    ...(problem === undefined && next !== again ? { again: t("The passwords don't match.") } : {}),
  }
}

function newProblem(next: string, username: string): string | undefined {
  switch (passwordProblem(next, username)?.code) {
    case undefined:
      return undefined
    case 'password-short':
      return t('Use at least %s characters.', PASSWORD_LENGTH.least)
    case 'password-long':
      return t('Use at most %s characters.', PASSWORD_LENGTH.most)
    default:
      return t('Choose a password that differs from your user name.')
  }
}

/** Maps an error of the server to the fields where its messages are shown. */
export function rejectionProblems(error: Error | null): PasswordProblems {
  if (error === null) return {}
  if (hasErrorCode(error, 'password-wrong')) return { current: t('This is not your current password.') }
  if (hasErrorCode(error, 'too-many-requests')) return { form: t('Too many attempts. Wait a minute, then try again.') }
  return { form: error.message }
}
