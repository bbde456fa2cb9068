import { printRison } from '#core/rest/rison.ts'
import { call } from '#calls/call.ts'

type Kind = 'chart' | 'dashboard'

interface CollectedRequest {
  readonly ids: Set<number>
  readonly answer: Promise<ReadonlyMap<number, boolean>>
}

const collectedRequests = new Map<Kind, CollectedRequest>()

async function favoriteStatus(kind: Kind, ids: readonly number[]): Promise<ReadonlyMap<number, boolean>> {
  const { result } = await call<{ result: { id: number; value: boolean }[] }>(
    'GET',
    `/api/v1/${kind}/favorite_status/`,
    { query: { q: printRison(ids) } },
  )
  return new Map(result.map(({ id, value }) => [id, value]))
}

function gather(kind: Kind): CollectedRequest {
  const ids = new Set<number>()
  const answer = new Promise((resolve) => setTimeout(resolve, 0)).then(() => {
    collectedRequests.delete(kind)
    return favoriteStatus(kind, [...ids])
  })
  const opened = { ids, answer }
  collectedRequests.set(kind, opened)
  return opened
}

/** Returns whether the entity is a favorite of the caller. Simultaneous calls are combined into one request. */
export async function isFavorite(kind: Kind, id: number): Promise<boolean> {
  const { ids, answer } = collectedRequests.get(kind) ?? gather(kind)
  ids.add(id)
  return (await answer).get(id) ?? false
}

export function setFavorite(kind: Kind, id: number, value: boolean): Promise<{ count: number }> {
  const noun = kind === 'chart' ? 'slice' : 'Dashboard'
  return call('GET', `/superset/favstar/${noun}/${id}/${value ? 'select' : 'unselect'}/`)
}
