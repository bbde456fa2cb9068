import { fetchResource } from '#calls/resources.ts'
import { session } from '#client/session/session.ts'
import type { UserReferenceResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'

/** Entity types that other users can save while they are open here. */
export type SharedEntityType = 'chart' | 'dashboard'

/** The user and time of the last save. */
export interface LastSave {
  readonly changed_by?: UserReferenceResponse | null
  readonly changed_on_delta_humanized?: string
}

export function fetchLastSave(of: SharedEntityType, id: number, signal?: AbortSignal): Promise<LastSave> {
  return fetchResource<LastSave>(of, id, signal)
}

/** Returns a message that an entity was saved since it was opened here, with user and time if known. */
export function savedByOthersText(of: SharedEntityType, stamp: LastSave | undefined): string {
  const noun = of === 'chart' ? t('chart') : t('dashboard')
  const person = stamp?.changed_by
  const when = stamp?.changed_on_delta_humanized ?? ''
  if (person && person.id === session().user.userId) return t('You saved this %s in another tab %s.', noun, when)
  const name = person && `${person.first_name} ${person.last_name}`.trim()
  const text = t('This %s was changed by someone else', noun)
  return name ? `${text}. ${t('Saved by %s, %s.', name, when)}` : text
}
