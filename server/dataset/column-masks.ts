import type { CurrentUser } from '#core/access/current-user.ts'
import type { AppliedMask, ColumnMask } from '#core/rest/column-masks.ts'
import type { DatasetHead } from '#core/entity/dataset.ts'
import { appliesTo } from '#server/security/row-level.ts'
import type { Store } from '#server/store/store.ts'

/** Returns the masks that apply to a user. Administrators are treated like all other users. */
export function masksFor(
  user: Pick<CurrentUser, 'roleIds' | 'roleLimit'>,
  masks: readonly ColumnMask[],
): readonly AppliedMask[] {
  return masks.filter((mask) => appliesTo(user, mask)).map(({ column_name: column, method }) => ({ column, method }))
}

/** Returns the masks of a dataset for a user. Every read of data applies them, and they are part of every cache key. */
export async function columnMasks(
  store: Pick<Store, 'columnMasks'>,
  user: CurrentUser,
  dataset: Pick<DatasetHead, 'id'>,
): Promise<readonly AppliedMask[]> {
  return masksFor(user, await store.columnMasks.ofDataset(dataset.id))
}
