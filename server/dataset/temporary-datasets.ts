import type { Condition } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { DatasetHead } from '#core/entity/dataset.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'

/** Milliseconds until a temporary dataset expires: those of stored SQL results. */
export const TEMPORARY_DATASET_MS = 24 * 3_600_000

/** The condition for saved datasets, which lists show. */
export const isSavedDataset: Condition = { col: 'expires_on', op: 'eq', value: null }

/** Returns the condition for saved datasets and for temporary ones of the user. */
export function savedOrOwn(user: CurrentUser): Condition {
  return user.userId === null ? isSavedDataset : { or: [isSavedDataset, { owner: user.userId }] }
}

/** True if the dataset is temporary and belongs to another user, whatever rights on its database the user has. */
export function isTemporaryOfOthers(
  dataset: Pick<DatasetHead, 'expires_on' | 'owners'>,
  user: Pick<CurrentUser, 'userId'>,
): boolean {
  return dataset.expires_on !== null && (user.userId === null || !dataset.owners.includes(user.userId))
}

/** Saves a temporary dataset permanently, for example because a saved chart reads it. */
export async function saveTemporaryDataset(store: Store, id: number, actor: Actor): Promise<void> {
  const dataset = await store.datasets.get(id)
  if (dataset && dataset.expires_on !== null) await store.datasets.update(id, { expires_on: null }, actor)
}

/** Permanently deletes the temporary datasets that have expired. */
export async function purgeTemporaryDatasets(store: Store, now: number): Promise<void> {
  await store.transaction(async (inside) => {
    const { ids } = await inside.datasets.list({ where: { col: 'expires_on', op: 'lt', value: now } })
    if (ids.length === 0) return
    await inside.datasets.remove(ids, null)
    await inside.datasets.purge(ids)
  })
}
