import { expect, it, vi } from 'vitest'
import { createSignedOutHandler, createSignInRedirect, LEAVE_TIMEOUT_MS } from './signed-out.ts'

function open() {
  const listeners: [string, () => void][] = []
  const timers: { act: () => void; delay: number }[] = []
  const assign = vi.fn<(address: string | URL) => void>()
  let time = 1000
  const page = {
    addEventListener: (type: string, listener: () => void) => void listeners.push([type, listener]),
    setTimeout: (act: () => void, delay: number) => timers.push({ act, delay }),
    location: { pathname: '/bi/chart/list', search: '?page=2', hash: '#second', assign },
  }
  const handler = (askToSignIn: () => void) => createSignedOutHandler(page, askToSignIn, () => time)
  return {
    handler,
    redirecting: handler(createSignInRedirect(page, '/bi')),
    timers,
    addresses: () => assign.mock.calls.map(([address]) => address),
    fire: (type: string) => {
      for (const [each, listener] of listeners) if (each === type) listener()
    },
    wait: (ms: number) => (time += ms),
  }
}

const SIGN_IN = '/bi/login/?next=%2Fbi%2Fchart%2Flist%3Fpage%3D2%23second'

it('opens the sign-in page once when several requests find an ended session', () => {
  const { redirecting, addresses } = open()
  redirecting()
  redirecting()
  expect(addresses()).toEqual([SIGN_IN])
})

it('a navigation in progress is not aborted', () => {
  const { redirecting, addresses, timers, fire, wait } = open()
  fire('beforeunload')
  wait(400)
  redirecting()
  redirecting()
  expect(addresses()).toEqual([])
  // The page is still there, as after a download: the redirect follows.
  expect(timers.map(({ delay }) => delay)).toEqual([LEAVE_TIMEOUT_MS - 400])
  timers[0]?.act()
  expect(addresses()).toEqual([SIGN_IN])
})

it('redirects at once when a navigation ended long ago without leaving the page', () => {
  const { redirecting, addresses, fire, wait } = open()
  fire('beforeunload')
  wait(LEAVE_TIMEOUT_MS)
  redirecting()
  expect(addresses()).toEqual([SIGN_IN])
})

it('redirects at once, and again, on a page that was restored from history', () => {
  const { redirecting, addresses, fire } = open()
  redirecting()
  fire('beforeunload')
  fire('pageshow')
  redirecting()
  expect(addresses()).toEqual([SIGN_IN, SIGN_IN])
})

it('requests a sign-in at the end of each session where the user signs in without leaving the page', () => {
  const { handler } = open()
  const ask = vi.fn<() => void>()
  const signedOut = handler(ask)
  signedOut()
  signedOut()
  expect(ask).toHaveBeenCalledTimes(2)
})
