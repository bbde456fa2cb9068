import type { ChangeEntry } from '#core/rest/changes.ts'
import { printRison } from '#core/rest/rison.ts'
import { call } from '#calls/call.ts'

/** Resources whose changes are listed and undone. */
export type ChangedName = 'rowlevelsecurity' | 'security/roles'

/** The number of changes in a list. */
const MAX_CHANGES = 50

/** Returns the last changes of an entity, newest first. */
export async function listChanges(
  name: ChangedName,
  id: number,
  signal?: AbortSignal,
): Promise<readonly ChangeEntry[]> {
  const query = { q: printRison({ page: 0, page_size: MAX_CHANGES }) }
  const path = `/api/v1/${name}/${id}/changes/`
  return (await call<{ readonly result: readonly ChangeEntry[] }>('GET', path, { query, signal })).result
}

/** Restores the values from before a change; fails if they were changed again since. */
export function undoChange(name: ChangedName, id: number, change: number): Promise<unknown> {
  return call('POST', `/api/v1/${name}/${id}/changes/${change}/undo`)
}
