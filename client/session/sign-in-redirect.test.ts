import { expect, it, vi } from 'vitest'
import { createSignInRedirect, MAX_LEAVING } from './sign-in-redirect.ts'

function open() {
  const listeners = new Map<string, () => void>()
  const timers: { act: () => void; delay: number }[] = []
  const assign = vi.fn<(address: string | URL) => void>()
  let time = 1000
  const redirect = createSignInRedirect(
    {
      addEventListener: (type, listener) => void listeners.set(type, listener),
      setTimeout: (act, delay) => timers.push({ act, delay }),
      location: { pathname: '/bi/chart/list', search: '?page=2', assign },
    },
    '/bi',
    () => time,
  )
  const addresses = () => assign.mock.calls.map(([address]) => address)
  return {
    redirect,
    timers,
    addresses,
    fire: (type: string) => listeners.get(type)?.(),
    wait: (ms: number) => (time += ms),
  }
}

const SIGN_IN = '/bi/login/?next=%2Fbi%2Fchart%2Flist%3Fpage%3D2'

it('leads to the sign-in page once, however many calls find the session ended', () => {
  const { redirect, addresses } = open()
  redirect()
  redirect()
  expect(addresses()).toEqual([SIGN_IN])
})

it('does not abort a navigation that is under way', () => {
  const { redirect, addresses, timers, fire, wait } = open()
  fire('beforeunload')
  wait(400)
  redirect()
  redirect()
  expect(addresses()).toEqual([])
  // The user stayed, as after a download: the redirect follows.
  expect(timers.map(({ delay }) => delay)).toEqual([MAX_LEAVING - 400])
  timers[0]?.act()
  expect(addresses()).toEqual([SIGN_IN])
})

it('redirects at once when a navigation ended long ago without leaving the page', () => {
  const { redirect, addresses, fire, wait } = open()
  fire('beforeunload')
  wait(MAX_LEAVING)
  redirect()
  expect(addresses()).toEqual([SIGN_IN])
})

it('redirects at once on a page that was restored from history', () => {
  const { redirect, addresses, fire } = open()
  fire('beforeunload')
  fire('pageshow')
  redirect()
  expect(addresses()).toEqual([SIGN_IN])
})
