import { useEffect, useRef } from 'react'
import { createStore, useStore } from 'zustand'

interface SignInExpiry {
  /** The session of this page has ended, and the user has not signed in again. */
  readonly isExpired: boolean
  /** How often the user has signed in again on this page. */
  readonly renewals: number
}

const expiry = createStore<SignInExpiry>(() => ({ isExpired: false, renewals: 0 }))

/** Reports that the session of this page has ended. */
export const expireSignIn = (): void => expiry.setState({ isExpired: true })

/** Hides the request to sign in again, until the next call finds the session ended. */
export const dismissExpiry = (): void => expiry.setState({ isExpired: false })

/** Reports that the user has signed in again: what failed meanwhile is tried again. */
export const renewSignIn = (): void => expiry.setState(({ renewals }) => ({ isExpired: false, renewals: renewals + 1 }))

/** Whether the user has to sign in again. */
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
