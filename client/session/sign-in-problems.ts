import { isSignInProblem, type SignInProblem } from '#calls/sign-in.ts'
import { errors } from '#core/rest/errors.ts'
import { isSignInError } from '#core/rest/sign-in-problems.ts'
import { t } from '#core/text/t.ts'

/** Returns the text for each reason why a sign-in failed. */
export const signInProblems = (): Readonly<Record<SignInProblem, string>> => ({
  failed: t('Invalid login. Please try again.'),
  code: t('Type the current code of your authenticator app, or a recovery code.'),
  'set-up': t('A second factor is required now. Set it up at the sign-in page in another tab, then continue here.'),
  wait: t('Too many attempts. Wait a minute, then try again.'),
})

/** Returns the text of a problem that a URL names; undefined if it names none. */
export function signInProblemText(problem: string | undefined): string | undefined {
  if (isSignInError(problem)) return `${t(errors[problem].message)}. ${t(errors[problem].remedy)}`
  return isSignInProblem(problem) ? signInProblems()[problem] : undefined
}
