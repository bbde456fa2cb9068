import { afterEach, expect, it } from 'vitest'
import type { CurrentUser } from '#core/access/current-user.ts'
import { enforcePolicy, isPolicy } from './policy.ts'
import type { Policy } from './route.ts'

const policy: Policy = { permission: 'can_write', view: 'User' }
const user = { userId: 7, isAnonymous: false, roles: {} } as unknown as CurrentUser
const inherited = ['allow', 'anyOf', 'permission', 'view']

afterEach(() => {
  for (const name of inherited) Reflect.deleteProperty(Object.prototype, name)
})

/** Sets a property that all objects inherit. */
function pollute(name: string, value: unknown): void {
  Reflect.set(Object.prototype, name, value)
}

it.each(['anyone', 'signed in'])('ignores an inherited policy that allows %s', (allow) => {
  pollute('allow', allow)
  expect(() => enforcePolicy(policy, user)).toThrow(expect.objectContaining({ code: 'forbidden' }))
  expect(() => enforcePolicy(policy, { ...user, isAnonymous: true })).toThrow(
    expect.objectContaining({ code: 'token-missing' }),
  )
  expect(isPolicy({})).toBe(false)
})

it('ignores inherited permissions', () => {
  pollute('permission', 'can_read')
  pollute('view', 'Chart')
  expect([isPolicy({}), isPolicy(null), isPolicy(policy)]).toEqual([false, false, true])
  pollute('anyOf', [])
  expect(() => enforcePolicy(policy, user)).toThrow(expect.objectContaining({ code: 'forbidden' }))
})
