import { webcrypto } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '#core/access/current-user.ts'
import { readChannel, signChannel } from './channel-token.ts'
import { csrfBinding } from './csrf.ts'
import { SESSION_TTL_MS } from './sessions.ts'
import { readToken, signToken, TOKEN_TTL_SECONDS } from './token.ts'

const START = 1_700_000_000_000
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: { code?: string }) => error.code,
  )

describe('a bearer token', () => {
  const claims = { userId: 7, kind: 'access', fresh: true } as const
  const read = (token: string, kind: 'access' | 'refresh', at: number) => readToken('secret', token, kind, at)

  it.each(['access', 'refresh'] as const)(
    'has the claims it was signed with, for as long as %s tokens are valid',
    async (kind) => {
      for (const fresh of [true, false]) {
        const token = await signToken('secret', { userId: 7, kind, fresh }, 'id', START + 123)
        expect(await read(token, kind, START + 123)).toEqual({ userId: 7, kind, fresh, issuedAt: START + 123 })
        const end = START + TOKEN_TTL_SECONDS[kind] * 1000
        expect(await failure(read(token, kind, end - 1000))).toBe('fine')
        expect(await failure(read(token, kind, end))).toBe('token-expired')
        expect(await failure(read(token, kind, START - 1000))).toBe('token-wrong')
      }
    },
  )

  it('imports the signing key of a secret key once', async () => {
    const imported = vi.spyOn(webcrypto.subtle, 'importKey')
    for (const id of ['one', 'two']) {
      const token = await signToken('a secret of this test', claims, id, START)
      await readToken('a secret of this test', token, 'access', START)
    }
    expect(imported).toHaveBeenCalledTimes(1)
    imported.mockRestore()
  })

  it('a token of another type, key or user is rejected', async () => {
    const token = await signToken('secret', claims, 'id', START)
    expect(await failure(read(token, 'refresh', START))).toBe('token-wrong')
    expect(await failure(readToken('other', token, 'access', START))).toBe('token-wrong')
    expect(await failure(read(`${token}x`, 'access', START))).toBe('token-wrong')
    const nobody = await signToken('secret', { ...claims, userId: Number.NaN }, 'id', START)
    expect(await failure(read(nobody, 'access', START))).toBe('token-wrong')
  })
})

it('a channel token is valid for its user for the lifetime of a session', async () => {
  const user = (userId: number | null) => ({ userId }) as CurrentUser
  for (const [owner, other] of [
    [1, 2],
    [null, 1],
    [1, null],
  ] as const) {
    const token = await signChannel('secret', 'mine', user(owner), START)
    expect(await readChannel('secret', token, user(owner), START + SESSION_TTL_MS - 1000)).toBe('mine')
    expect(await readChannel('secret', token, user(owner), START + SESSION_TTL_MS)).toBeUndefined()
    expect(await readChannel('secret', token, user(other), START)).toBeUndefined()
    expect(await readChannel('other', token, user(owner), START)).toBeUndefined()
  }
  const access = await signToken('secret', { userId: 1, kind: 'access', fresh: true }, 'id', START)
  expect(await readChannel('secret', access, user(1), START)).toBeUndefined()
})

it('a caller without a cookie gets one that a form is bound to', () => {
  expect(csrfBinding('known')).toEqual({ binding: 'known' })
  const { binding, cookie } = csrfBinding(undefined)
  expect(cookie).toBe(binding)
  expect(csrfBinding(undefined).binding).not.toBe(binding)
})
