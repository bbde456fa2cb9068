import type { CurrentUser } from '#core/access/current-user.ts'
import type { FieldErrors } from '#core/rest/api-error.ts'
import { isAdmin } from '#core/access/ability.ts'
import type { Store } from '#server/store/store.ts'

/**
 * Returns the owners of a row: those requested, plus the caller unless they are an admin. If none are requested, a new
 * row belongs to the caller, and an existing one keeps its owners (undefined).
 */
export async function resolveOwners(
  store: Store,
  user: CurrentUser,
  requested: readonly number[] | undefined,
  isNew: boolean,
): Promise<{ readonly ok: readonly number[] | undefined } | { readonly errors: FieldErrors }> {
  const self = user.userId === null ? [] : [user.userId]
  if (requested === undefined || (isNew && requested.length === 0)) return { ok: isNew ? self : undefined }
  const wanted = [...new Set([...requested, ...(isAdmin(user) ? [] : self)])]
  const known = await store.users.count({ col: 'id', op: 'in', value: wanted })
  if (known < wanted.length) return { errors: { owners: ['Owners are invalid'] } }
  return { ok: wanted }
}
