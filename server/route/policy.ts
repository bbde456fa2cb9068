import type { CurrentUser } from '#core/access/current-user.ts'
import { hasPermission } from '#core/access/ability.ts'
import { hasGrants } from '#core/access/granted-objects.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Policy, PolicyPair } from '#server/route/route.ts'

/** Rejects callers who may not call: anonymous callers with 401, users with 403. */
export function enforcePolicy(policy: Policy, user: CurrentUser): void {
  if (isForAnyone(policy)) return
  const pairs = policyPairs(policy)
  if (pairs.some((pair) => holds(user, pair))) return
  // A page would send the administrator who views as a role to the sign-in page.
  if (user.isAnonymous && !user.viewAs) throw new ApiError('token-missing')
  if (!isForSignedIn(policy)) throw new ApiError('forbidden')
}

// Own properties only: a property of Object.prototype, which a fault of a library could set, must not open a route.

/** True if all callers may call. */
export function isForAnyone(policy: Policy): boolean {
  return allowedBy(policy) === 'anyone'
}

/** True if all signed-in users may call. */
function isForSignedIn(policy: Policy): boolean {
  return allowedBy(policy) === 'signed in'
}

function allowedBy(policy: Policy): unknown {
  return Object.hasOwn(policy, 'allow') && 'allow' in policy ? policy.allow : undefined
}

function holds(user: CurrentUser, { permission, view, orGrant }: PolicyPair): boolean {
  return hasPermission(user, permission, view) || (orGrant !== undefined && hasGrants(user, orGrant))
}

/** Returns the permission pairs of a policy. One of them is enough. */
export function policyPairs(policy: Policy): readonly PolicyPair[] {
  if (Object.hasOwn(policy, 'anyOf') && 'anyOf' in policy) return policy.anyOf
  return Object.hasOwn(policy, 'permission') && 'permission' in policy ? [policy] : []
}

/** True if the value is a policy. Routes of plug-ins are validated at start, because their types are not checked. */
export function isPolicy(policy: unknown): policy is Policy {
  if (typeof policy !== 'object' || policy === null) return false
  const own: Record<string, unknown> = Object.assign(Object.create(null), policy)
  const { allow, anyOf } = own
  if (allow === 'anyone' || allow === 'signed in') return true
  return Array.isArray(anyOf) ? anyOf.length > 0 && anyOf.every(isPair) : isPair(policy)
}

function isPair(value: unknown): boolean {
  const own: Record<string, unknown> = Object.assign(Object.create(null), value)
  const { permission, view } = own
  return typeof permission === 'string' && permission !== '' && typeof view === 'string' && view !== ''
}
