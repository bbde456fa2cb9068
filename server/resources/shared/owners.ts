import type { CurrentUser } from '#core/access/current-user.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import { isAdmin, isOwner } from '#core/access/ability.ts'
import type { Store } from '#server/store/store.ts'

/**
 * Returns the owners of a row: those requested, plus the caller unless they are an admin. If none are requested, a new
 * row belongs to the caller, and an existing one (`row`) keeps its owners (undefined). Users who may change a row by a
 * grant only cannot change its owners.
 */
export async function resolveOwners(
  store: Store,
  user: CurrentUser,
  requested: readonly number[] | undefined,
  row?: { readonly owners: readonly number[] },
): Promise<{ readonly ok: readonly number[] | undefined } | { readonly errors: FieldErrors }> {
  const self = user.userId === null ? [] : [user.userId]
  const isNew = row === undefined
  if (requested === undefined || (isNew && requested.length === 0)) return { ok: isNew ? self : undefined }
  if (row && !isAdmin(user) && !isOwner(user, row)) {
    const isSame = requested.length === row.owners.length && requested.every((id) => row.owners.includes(id))
    return isSame ? { ok: undefined } : { errors: { owners: ['Only owners can change the owners'] } }
  }
  const wanted = [...new Set([...requested, ...(isAdmin(user) ? [] : self)])]
  const count = await store.users.count({ col: 'id', op: 'in', value: wanted })
  if (count < wanted.length) return { errors: { owners: ['Owners are invalid'] } }
  return { ok: wanted }
}
