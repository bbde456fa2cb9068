import { type Quota, type QuotaDraft, quotaKey } from '#core/entity/quota.ts'
import type { QuotaValues } from '#core/rest/quota-measures.ts'
import type { Context } from './context.ts'
import { entityRepository } from './entity-repository.ts'
import type { Repository } from './repository.ts'
import { tables } from './tables.ts'

/** Quotas of users and roles. */
export interface Quotas
  extends Pick<
    Repository<Quota, QuotaDraft, Partial<QuotaValues>>,
    'get' | 'find' | 'list' | 'count' | 'create' | 'update' | 'remove'
  > {
  /** Returns the quota of a user, and those of roles. */
  concerning(userId: number | null, roleIds: readonly number[]): Promise<readonly Quota[]>
}

/** Returns the repository of quotas. */
export function quotaRepository(context: Context): Quotas {
  const rows = entityRepository<Quota, QuotaDraft & { readonly subject_key: string }, Partial<QuotaValues>>(
    context,
    tables.quotas,
  )
  return {
    ...rows,
    create: (draft, actor) => rows.create({ ...draft, subject_key: quotaKey(draft) }, actor),
    async concerning(userId, roleIds) {
      const ofUser = userId === null ? [] : [{ col: 'user_id', op: 'eq' as const, value: userId }]
      const ofRoles = roleIds.length === 0 ? [] : [{ col: 'role_id', op: 'in' as const, value: roleIds }]
      const either = [...ofUser, ...ofRoles]
      return either.length === 0 ? [] : (await rows.list({ where: { or: either } })).rows
    },
  }
}
