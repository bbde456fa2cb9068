import { mayUpload } from '#client/upload/may-upload.ts'
import { hasPermission } from '#core/access/ability.ts'
import { satisfies } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { editAccess } from '#core/access/rules.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'

type EditedDataset = Pick<DatasetResponse, 'owners'> &
  Partial<Pick<DatasetResponse, 'id' | 'schema' | 'database' | 'folder'>>

/** True if the user may edit the dataset: owners, admins, and users with a grant to edit it. */
export function mayEditDataset(user: CurrentUser, dataset: EditedDataset): boolean {
  const { id, schema = null, database, folder } = dataset
  const owners = (dataset.owners ?? []).map((owner) => owner.id)
  return satisfies(editAccess(user, 'Dataset'), {
    id,
    schema,
    database_id: database?.id ?? null,
    folder_id: folder?.id ?? null,
    owners,
  })
}

/** Returns why the user may not edit the dataset; undefined for owners and admins. */
export function notOwnerReason(user: CurrentUser, dataset: EditedDataset): string | undefined {
  if (mayEditDataset(user, dataset)) return undefined
  return t(
    'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
  )
}

/** Returns why the user may not create datasets; undefined if the user may. */
export function noDatasetReason(user: CurrentUser): string | undefined {
  return hasPermission(user, 'can_write', 'Dataset') ? undefined : t('You do not have permission to make datasets.')
}

/** Returns why the dataset is read-only: an external system manages it. */
export function lockedReason(
  user: CurrentUser,
  dataset: EditedDataset & Pick<DatasetResponse, 'is_managed_externally'>,
): string | undefined {
  if (dataset.is_managed_externally) return t("This dataset is managed externally, and can't be edited in the product")
  return notOwnerReason(user, dataset)
}

/**
 * Returns why a file cannot replace the data of the dataset; undefined if it can. Databases that are not loaded yet
 * count as suitable.
 */
export function noReplacementReason(
  user: CurrentUser,
  dataset: Pick<DatasetResponse, 'owners' | 'is_managed_externally' | 'sql' | 'database'>,
  targets: readonly { readonly id: number }[] | undefined,
): string | undefined {
  if (dataset.sql) return t('This dataset is a query: it has no table of its own.')
  if (!mayUpload()) return t('You do not have permission to upload files.')
  if (targets && !targets.some(({ id }) => id === dataset.database?.id))
    return t('The database of this dataset takes no uploads.')
  return noDatasetReason(user) ?? lockedReason(user, dataset)
}
