import type { CurrentUser } from '#core/access/current-user.ts'
import type { Store } from '#server/store/store.ts'

/** A copy of an entity, and the id of its original. */
interface CopiedEntity {
  readonly type: 'chart' | 'dashboard' | 'dataset'
  readonly from: number
  readonly to: number
}

/** Logs the original of a copy, which the version history of the copy names. */
export function logCopy(store: Store, user: CurrentUser, { type, from, to }: CopiedEntity): Promise<void> {
  const after = JSON.stringify({ copied_from: from })
  return store.events.append({ actor: user.userId, action: 'create', entity_type: type, entity_id: to, after })
}
