import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { backendIn, joinPassword, splitPassword } from './address.ts'
import { makeAttempts } from './attempts.ts'
import { CSRF_LIFE, checkCsrf, csrfToken } from './csrf.ts'
import { nextPath } from './next-path.ts'
import { newPassword, secretFile } from './secret-file.ts'
import { seal, unseal } from './secret-box.ts'

const folder = mkdtempSync(join(tmpdir(), 'facet-security-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a CSRF token', () => {
  const token = csrfToken('secret', 'session', 1_000_000)

  it('fits its session for a week', () => {
    expect(checkCsrf('secret', 'session', token, 1_000_000)).toBe(true)
    expect(checkCsrf('secret', 'session', token, 1_000_000 + CSRF_LIFE - 1)).toBe(true)
    expect(checkCsrf('secret', 'session', token, 1_000_000 + CSRF_LIFE)).toBe(false)
  })

  it('fits no other session, no other key and no other time', () => {
    expect(checkCsrf('secret', 'other', token, 1_000_000)).toBe(false)
    expect(checkCsrf('other', 'session', token, 1_000_000)).toBe(false)
    const later = `${(2_000_000).toString(36)}.${token.split('.')[1]}`
    expect(checkCsrf('secret', 'session', later, 2_000_000)).toBe(false)
    for (const wrong of ['', '.', 'a', 'a.b.c', `${token}.x`]) {
      expect(checkCsrf('secret', 'session', wrong, 1_000_000)).toBe(false)
    }
  })
})

it.each([
  ['/chart/list?a=b#c', '/chart/list?a=b#c'],
  ['chart/list', '/chart/list'],
  ['https://facet.example/x', '/x'],
  ['https://facet.example:444/x', '/start'],
  ['//evil.example', '/start'],
  ['///evil.example', '/start'],
  ['/..//evil.example', '/start'],
  ['http:evil.example', '/start'],
  ['javascript:alert(1)', '/start'],
  ['data:text/html,x', '/start'],
  ['\u0001/x', '/start'],
  ['/\\evil.example', '/start'],
  ['', '/start'],
])('After signing in, %j leads to %s', (next, path) => {
  expect(nextPath(next, 'https://facet.example', '/start')).toBe(path)
})

it('Sealed secrets are read with the same key only, and only as they were', () => {
  const sealed = seal('key', 'open sesame')
  expect(sealed).not.toContain('sesame')
  expect(unseal('key', sealed)).toBe('open sesame')
  expect(seal('key', 'open sesame')).not.toBe(sealed)
  expect(() => unseal('other', sealed)).toThrow('unable to authenticate')
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] as number) ^ 1
  expect(() => unseal('key', bytes.toString('base64url'))).toThrow('unable to authenticate')
})

it('A secret file is made once, readable by its owner alone', () => {
  const path = join(folder, 'secret')
  expect(secretFile(path, () => 'first')).toBe('first')
  expect(secretFile(path, () => 'second')).toBe('first')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toBe('first\n')
})

it('Generated passwords can be typed and differ', () => {
  const made = Array.from({ length: 50 }, newPassword)
  for (const password of made) expect(password).toMatch(/^([a-hjkmnp-z2-9]{4}-){4}[a-hjkmnp-z2-9]{4}$/)
  expect(new Set(made).size).toBe(50)
})

it.each([
  ['postgresql://ada:p%40ss@db/x', 'postgresql://ada:XXXXXXXXXX@db/x', 'p@ss'],
  ['postgresql+psycopg2://ada:p%ss@db:5432/x?a=b', 'postgresql+psycopg2://ada:XXXXXXXXXX@db:5432/x?a=b', 'p%ss'],
  ['postgresql://ada@db/x', 'postgresql://ada@db/x', undefined],
  ['duckdb:///a:b@c', 'duckdb:///a:b@c', undefined],
])('%s is kept as %s', (uri, masked, password) => {
  expect(splitPassword(uri)).toEqual({ masked, password })
  expect(backendIn(uri)).toBe(/^\w+/.exec(uri)?.[0])
  const again = joinPassword(masked, password ?? '')
  expect(splitPassword(again)).toEqual({ masked, password })
})

it('Failed sign-ins of a name, and of an address, make it wait for a minute', () => {
  const attempts = makeAttempts()
  const ada = { name: 'Ada', ip: '1' }
  for (let count = 0; count < 10; count++) {
    expect(attempts.allows(ada, count)).toBe(true)
    attempts.fail(ada, count)
  }
  expect(attempts.allows({ name: 'ADA', ip: '2' }, 10)).toBe(false)
  expect(attempts.allows({ name: 'bob', ip: '1' }, 10)).toBe(true)
  expect(attempts.allows(ada, 60_000)).toBe(true)
  attempts.succeed(ada)
  for (let count = 0; count < 90; count++) attempts.fail({ name: `n${count}`, ip: '1' }, 10)
  expect(attempts.allows({ name: 'bob', ip: '1' }, 10)).toBe(false)
  expect(attempts.allows({ name: 'bob', ip: '2' }, 10)).toBe(true)
})
