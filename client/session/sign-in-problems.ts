import type { SignInProblem } from '#calls/sign-in.ts'
import { t } from '#core/text/t.ts'

/** Returns the text for each reason why a sign-in failed. */
export const signInProblems = (): Readonly<Record<SignInProblem, string>> => ({
  failed: t('Invalid login. Please try again.'),
  wait: t('Too many attempts. Wait a minute, then try again.'),
})
