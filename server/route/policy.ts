import type { CurrentUser } from '#core/access/current-user.ts'
import { has } from '#core/access/ability.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Policy } from '#server/route/route.ts'

/** Refuses who may not call: somebody unknown with 401, somebody known with 403. */
export function enforce(policy: Policy, user: CurrentUser): void {
  if ('allow' in policy && policy.allow === 'anyone') return
  if ('permission' in policy && has(user, policy.permission, policy.view)) return
  if (user.isAnonymous) throw new Fault('token-missing')
  if ('permission' in policy) throw new Fault('forbidden')
}

/** Whether a policy says who may call. What comes from plug-ins is checked at start, not believed. */
export function isPolicy(policy: unknown): policy is Policy {
  if (typeof policy !== 'object' || policy === null) return false
  const { allow, permission, view } = policy as Record<string, unknown>
  if (allow === 'anyone' || allow === 'signed in') return true
  return typeof permission === 'string' && permission !== '' && typeof view === 'string' && view !== ''
}
