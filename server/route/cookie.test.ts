import { expect, it } from 'vitest'
import { printCookie, readCookie } from './cookie.ts'

it.each([
  ['session=abc', 'abc'],
  ['other=1; session=abc; more=2', 'abc'],
  ['other=1;session=a=b', 'a=b'],
  ['session=first; session=second', 'first'],
  ['mysession=abc', undefined],
  ['session=', undefined],
  ['=session', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads the session of %j as %j', (header, value) => {
  expect(readCookie(header, 'session')).toBe(value)
})

it('prints cookies as HttpOnly and SameSite=Lax', () => {
  expect(printCookie('session', 'abc', { path: '/facet', maxAge: 60, secure: true })).toBe(
    'session=abc; Max-Age=60; Path=/facet; HttpOnly; Secure; SameSite=Lax',
  )
  expect(printCookie('session', '', { path: '/', secure: false })).toBe(
    'session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  )
})
