import type { CurrentUser } from '#core/access/current-user.ts'
import { has } from '#core/access/ability.ts'
import { hasGrants } from '#core/access/granted.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Policy, PolicyPair } from '#server/route/route.ts'

/** Rejects callers who may not call: anonymous callers with 401, users with 403. */
export function enforce(policy: Policy, user: CurrentUser): void {
  if ('allow' in policy && policy.allow === 'anyone') return
  const pairs = policyPairs(policy)
  if (pairs.some((pair) => holds(user, pair))) return
  if (user.isAnonymous) throw new ApiError('token-missing')
  if (!('allow' in policy)) throw new ApiError('forbidden')
}

function holds(user: CurrentUser, { permission, view, orGrant }: PolicyPair): boolean {
  return has(user, permission, view) || (orGrant !== undefined && hasGrants(user, orGrant))
}

/** Returns the permission pairs of a policy. One of them is enough. */
export function policyPairs(policy: Policy): readonly PolicyPair[] {
  if ('anyOf' in policy) return policy.anyOf
  return 'permission' in policy ? [policy] : []
}

/** True if the value is a policy. Routes of plug-ins are validated at start, because their types are not checked. */
export function isPolicy(policy: unknown): policy is Policy {
  if (typeof policy !== 'object' || policy === null) return false
  const { allow, anyOf } = policy as Record<string, unknown>
  if (allow === 'anyone' || allow === 'signed in') return true
  return Array.isArray(anyOf) ? anyOf.length > 0 && anyOf.every(isPair) : isPair(policy)
}

function isPair(value: unknown): boolean {
  const { permission, view } = (value ?? {}) as Record<string, unknown>
  return typeof permission === 'string' && permission !== '' && typeof view === 'string' && view !== ''
}
