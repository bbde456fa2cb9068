import { isAdmin } from '#core/access/ability.ts'
import { decidingQuota } from '#core/access/quota.ts'
import { QUOTA_MEASURES, type QuotaMeasure } from '#core/rest/quota-measures.ts'
import type { Quota } from '#core/entity/quota.ts'
import type { User } from '#core/entity/user.ts'
import type { EffectiveQuotaResponse } from '#core/rest/quota.ts'
import type { Store } from '#server/store/store.ts'
import { QUOTA_WINDOWS } from './quotas.ts'

/** Returns the values that apply to a user, where each comes from, and what was used of it. */
export async function effectiveQuotasOf(store: Store, user: User): Promise<readonly EffectiveQuotaResponse[]> {
  const current = await store.users.current(user.id)
  // An inactive user uses nothing: roles by groups are left out.
  const { rows: roles } = await store.roles.list({
    where: { col: 'id', op: 'in', value: current?.roleIds ?? user.roles },
  })
  const quotas = await store.quotas.concerning(
    user.id,
    roles.map(({ id }) => id),
  )
  const names = Object.fromEntries(roles.map(({ name }) => [name, []]))
  const concerning = {
    own: quotas.find(({ role_id }) => role_id === null),
    ofRoles: quotas.filter(({ role_id }) => role_id !== null),
    isAdmin: isAdmin({ roles: names }),
  }
  const sourceOf = ({ role_id }: Quota): EffectiveQuotaResponse['source'] =>
    role_id === null
      ? { type: 'user', id: user.id, name: user.username }
      : { type: 'role', id: role_id, name: roles.find(({ id }) => id === role_id)?.name ?? null }
  return Promise.all(
    QUOTA_MEASURES.map(async (measure) => {
      const row = decidingQuota(concerning, measure)
      const value = row?.[measure] ?? null
      const source = row ? sourceOf(row) : null
      return { measure, value, source, used: await usedBy(store, user.id, measure) }
    }),
  )
}

async function usedBy(store: Store, userId: number, measure: QuotaMeasure): Promise<number | null> {
  if (measure !== 'max_exports' && measure !== 'max_upload_bytes') return null
  return store.quotaUses.used({ caller: `user ${userId}`, measure, windowMs: QUOTA_WINDOWS[measure] })
}
