import { useEffect, useRef } from 'react'
import { createStore, useStore } from 'zustand'

interface SignInExpiry {
  /** The session of this page has ended, and the user has not signed in again. */
  readonly isExpired: boolean
  /** The number of times the user has signed in again on this page. */
  readonly renewals: number
}

const expiry = createStore<SignInExpiry>(() => ({ isExpired: false, renewals: 0 }))

/** Reports that the session of this page has ended. */
export const expireSignIn = (): void => expiry.setState({ isExpired: true })

/** Hides the sign-in prompt until the next request finds the session ended. */
export const dismissExpiry = (): void => expiry.setState({ isExpired: false })

/** Reports that the user has signed in again: requests that failed meanwhile are retried. */
export const renewSignIn = (): void => expiry.setState(({ renewals }) => ({ isExpired: false, renewals: renewals + 1 }))

/** Returns whether the user has to sign in again. */
export const useIsExpired = (): boolean => useStore(expiry, (state) => state.isExpired)

/** Calls `retry` each time the user has signed in again. */
export function useSignInRenewal(retry: () => void): void {
  const latest = useRef(retry)
  latest.current = retry
  useEffect(
    () =>
      expiry.subscribe((state, before) => {
        if (state.renewals !== before.renewals) latest.current()
      }),
    [],
  )
}
