import { ApiError } from '#core/rest/api-error.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import { isSessionHandle } from './sessions.ts'
import { removeSessions } from './view-as.ts'

interface SessionEnding {
  /** The handle of the session to end; all sessions of the user if absent. */
  readonly handle?: string
  /** The id of a session that does not end. */
  readonly except?: string
}

/**
 * Ends one or all sessions of a user, and records it in the action log. Returns the ids of the
 * ended sessions. Throws `not-found` if the user has no session with the handle.
 */
export function endSessions(
  store: Store,
  userId: number,
  actor: Actor,
  { handle, except }: SessionEnding,
): Promise<readonly string[]> {
  if (handle !== undefined && !isSessionHandle(handle)) throw new ApiError('not-found')
  return store.transaction(async (tx) => {
    const ended = await removeSessions(tx, userId, actor, { start: handle, except })
    if (ended.length === 0) {
      if (handle !== undefined) throw new ApiError('not-found')
      return ended
    }
    const after = JSON.stringify({ sessions: ended.length })
    await tx.events.append({ actor, action: 'sign_out', entity_type: 'user', entity_id: userId, after })
    return ended
  })
}
