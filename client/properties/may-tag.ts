import { session } from '#client/session/session.ts'
import { has } from '#core/access/ability.ts'
import type { TagNamed } from '#core/rest/answers.ts'

/** Whether this person may give tags and take them. */
export const mayTag = (): boolean => has(session().user, 'can_write', 'Tag')

/** What is sent of tags for a copy of a thing: those the thing has, where this person may give them. */
export function tagsOfCopy(of: { readonly tags?: readonly TagNamed[] } | null): { readonly tags?: readonly number[] } {
  const ids = (of?.tags ?? []).map(({ id }) => id)
  return ids.length > 0 && mayTag() ? { tags: ids } : {}
}
