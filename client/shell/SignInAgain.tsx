import { dismissExpiry, useIsExpired } from '#client/session/sign-in-expiry.ts'
import { onDemand } from './on-demand.tsx'

const SignInDialog = onDemand(() => import('./SignInDialog.tsx').then((module) => module.SignInDialog))

/** The dialog that asks a user to sign in again, over any page, while the session has ended. */
export function SignInAgain() {
  return useIsExpired() ? <SignInDialog onClose={dismissExpiry} /> : null
}
