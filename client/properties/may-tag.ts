import { session } from '#client/session/session.ts'
import { hasPermission } from '#core/access/ability.ts'
import type { TagReference } from '#core/rest/responses.ts'

/** True if the user may assign tags. */
export const mayTag = (): boolean => hasPermission(session().user, 'can_write', 'Tag')

/** Returns the tags for a copy of an entity; empty if the user may not assign tags. */
export function tagsOfCopy(of: { readonly tags?: readonly TagReference[] } | null): {
  readonly tags?: readonly number[]
} {
  const ids = (of?.tags ?? []).map(({ id }) => id)
  return ids.length > 0 && mayTag() ? { tags: ids } : {}
}
