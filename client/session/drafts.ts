import { session } from './session.ts'
import { browserStorage } from './storage.ts'

/** Returns the storage key for the unsaved changes of a dashboard. */
export const dashboardDraftKey = (userId: number | null | undefined, id: number): string =>
  `facet:draft:dashboard:${userId ?? 'anonymous'}:${id}`

/** Returns the storage key for the unsaved changes of a saved chart. */
export const chartDraftKey = (userId: number | null | undefined, id: number): string =>
  `facet:left:explore:${userId ?? 'anonymous'}:chart:${id}`

/** True if this browser holds unsaved changes of the user to a chart or dashboard. */
export function hasDraft(kind: 'chart' | 'dashboard', id: number): boolean {
  const { userId } = session().user
  const key = kind === 'chart' ? chartDraftKey(userId, id) : dashboardDraftKey(userId, id)
  return (browserStorage()?.getItem(key) ?? null) !== null
}
