import type { ErrorCode } from './errors.ts'

/** The errors that the sign-in page shows after a redirect; their texts are in the error catalogue. */
export const SIGN_IN_ERRORS = [
  'provider-unavailable',
  'provider-response',
  'sign-in-expired',
  'second-factor-unreadable',
  'code-limit',
  'identity-encrypted',
  'identity-inactive',
  'identity-unknown',
  'identity-name-used',
  'identity-email-used',
  'identity-failed',
] as const satisfies readonly ErrorCode[]

/** An error of a sign-in at an identity provider. */
export type SignInError = (typeof SIGN_IN_ERRORS)[number]

/** True if a parameter of the sign-in page names an error that the page shows. */
export function isSignInError(code: string | null | undefined): code is SignInError {
  return SIGN_IN_ERRORS.some((each) => each === code)
}
