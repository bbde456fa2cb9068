import { printRison } from '#core/rest/rison.ts'
import { abortError, call } from '#calls/call.ts'

type Kind = 'chart' | 'dashboard'

/** A caller of a request that other callers share. */
interface FavoriteCaller {
  readonly id: number
}

interface CollectedRequest {
  readonly callers: Set<FavoriteCaller>
  readonly answer: Promise<ReadonlyMap<number, boolean>>
  readonly abort: () => void
}

const collectedRequests = new Map<Kind, CollectedRequest>()

async function favoriteStatus(
  kind: Kind,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, boolean>> {
  const { result } = await call<{ result: { id: number; value: boolean }[] }>(
    'GET',
    `/api/v1/${kind}/favorite_status/`,
    { query: { q: printRison(ids) }, signal },
  )
  return new Map(result.map(({ id, value }) => [id, value]))
}

function gather(kind: Kind): CollectedRequest {
  const callers = new Set<FavoriteCaller>()
  const controller = new AbortController()
  const answer = new Promise((resolve) => setTimeout(resolve, 0)).then(() => {
    if (controller.signal.aborted) throw abortError()
    collectedRequests.delete(kind)
    const ids = new Set([...callers].map(({ id }) => id))
    return favoriteStatus(kind, [...ids], controller.signal)
  })
  const opened = { callers, answer, abort: () => controller.abort() }
  collectedRequests.set(kind, opened)
  return opened
}

/**
 * Returns whether the entity is a favorite of the caller. Simultaneous calls are combined into one request, which is
 * aborted once `signal` has aborted each of them.
 */
export async function isFavorite(kind: Kind, id: number, signal?: AbortSignal): Promise<boolean> {
  const request = collectedRequests.get(kind) ?? gather(kind)
  const caller = { id }
  request.callers.add(caller)
  const leave = () => {
    request.callers.delete(caller)
    if (request.callers.size > 0) return
    if (collectedRequests.get(kind) === request) collectedRequests.delete(kind)
    request.abort()
  }
  signal?.addEventListener('abort', leave, { once: true })
  try {
    return (await request.answer).get(id) ?? false
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}

export function setFavorite(kind: Kind, id: number, value: boolean): Promise<{ count: number }> {
  const noun = kind === 'chart' ? 'slice' : 'Dashboard'
  return call('GET', `/superset/favstar/${noun}/${id}/${value ? 'select' : 'unselect'}/`)
}
