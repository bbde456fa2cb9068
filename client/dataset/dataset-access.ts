import { mayUpload } from '#client/upload/may-upload.ts'
import { has, isAdmin, owns } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { DatasetAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'

/** Whether the menu offers to edit the dataset: to its owners and to admins. */
export function mayEditDataset(user: CurrentUser, dataset: Pick<DatasetAnswer, 'owners'>): boolean {
  return isAdmin(user) || owns(user, { owners: (dataset.owners ?? []).map(({ id }) => id) })
}

/** Why a person may not edit the dataset; undefined for its owners and admins. */
export function notOwnerReason(user: CurrentUser, dataset: Pick<DatasetAnswer, 'owners'>): string | undefined {
  if (mayEditDataset(user, dataset)) return undefined
  return t(
    'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
  )
}

/** Why no dataset may be made; undefined for those who may. */
export function noDatasetReason(user: CurrentUser): string | undefined {
  return has(user, 'can_write', 'Dataset') ? undefined : t('You do not have permission to make datasets.')
}

/** Why the dataset may not be saved: nobody may when it is managed elsewhere. */
export function lockedReason(
  user: CurrentUser,
  dataset: Pick<DatasetAnswer, 'owners' | 'is_managed_externally'>,
): string | undefined {
  if (dataset.is_managed_externally) return t("This dataset is managed externally, and can't be edited in the product")
  return notOwnerReason(user, dataset)
}

/** Why a file cannot replace the data of the dataset; undefined where it can. Databases that are not known yet may do. */
export function noReplacementReason(
  user: CurrentUser,
  dataset: Pick<DatasetAnswer, 'owners' | 'is_managed_externally' | 'sql' | 'database'>,
  targets: readonly { readonly id: number }[] | undefined,
): string | undefined {
  if (dataset.sql) return t('This dataset is a query: it has no table of its own.')
  if (!mayUpload()) return t('You do not have permission to upload files.')
  if (targets && !targets.some(({ id }) => id === dataset.database?.id))
    return t('The database of this dataset takes no uploads.')
  return noDatasetReason(user) ?? lockedReason(user, dataset)
}
