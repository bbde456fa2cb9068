import { isOwner } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { isSavedDataset } from '#core/access/rules.ts'
import type { DatasetDraft } from '#core/entity/dataset.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { RowMissing, VersionConflict } from '#server/store/errors.ts'
import type { Store } from '#server/store/store.ts'

/** Milliseconds until a temporary dataset expires: those of stored SQL results. */
export const TEMPORARY_DATASET_MS = 24 * 3_600_000

/** Maximum temporary datasets that a user has created: a further one replaces the oldest. */
export const MAX_TEMPORARY_DATASETS = 100

/** Returns an error if another saved dataset in the schema has the name; undefined otherwise. */
export async function datasetNameProblem(
  store: Store,
  databaseId: number,
  schema: string | null,
  name: string,
  id?: number,
): Promise<string | undefined> {
  const taken = await store.datasets.find({
    and: [
      { col: 'database_id', op: 'eq', value: databaseId },
      { col: 'schema', op: 'eq', value: schema },
      { col: 'table_name', op: 'eq', value: name },
      id === undefined || { col: 'id', op: 'neq', value: id },
      isSavedDataset,
    ],
  })
  return taken ? `Dataset ${name} already exists` : undefined
}

/**
 * Throws `fields-refused` if another saved dataset in the schema has the name. Inside the transaction that stores the
 * dataset, the name stays free until its end.
 */
export async function requireFreeDatasetName(
  tx: Store,
  dataset: Pick<DatasetDraft, 'database_id' | 'schema' | 'table_name'> & { readonly id?: number },
): Promise<void> {
  const { database_id, schema = null, table_name, id } = dataset
  await tx.datasets.lockNames(database_id)
  const taken = await datasetNameProblem(tx, database_id, schema, table_name, id)
  if (taken) throw new ApiError('fields-refused', { fields: { table_name: [taken] } })
}

/**
 * Saves a temporary dataset of the user permanently, because a saved chart reads it. Throws `not-found` if it does not
 * exist, `dataset-access` if it belongs to another user, and `fields-refused` if a saved dataset has its name.
 */
export async function saveTemporaryDataset(
  store: Store,
  user: Pick<CurrentUser, 'userId' | 'roleLimit'>,
  id: number,
): Promise<void> {
  const dataset = await store.datasets.get(id)
  if (!dataset) throw new ApiError('not-found')
  if (dataset.expires_on === null) return
  if (!isOwner(user, dataset)) throw new ApiError('dataset-access', { args: [String(id)] })
  const { database_id, schema, table_name } = dataset
  const taken = await datasetNameProblem(store, database_id, schema, table_name, id)
  if (taken) throw new ApiError('fields-refused', { fields: { datasource_id: [taken] } })
  await store.datasets.update(id, { expires_on: null }, user.userId)
}

/** Permanently deletes the temporary datasets that have expired. */
export async function purgeTemporaryDatasets(store: Store, now: number): Promise<void> {
  await deleteTemporary(store, await findTemporary(store, { col: 'expires_on', op: 'lt', value: now }))
}

/** Permanently deletes the oldest temporary datasets of a user beyond the maximum. */
export async function limitTemporaryDatasets(store: Store, { userId }: Pick<CurrentUser, 'userId'>): Promise<void> {
  const rows = await findTemporary(store, { col: 'created_by_fk', op: 'eq', value: userId })
  await deleteTemporary(store, rows.slice(0, Math.max(0, rows.length - MAX_TEMPORARY_DATASETS)))
}

/** Returns the temporary datasets that match the condition, the oldest first. */
async function findTemporary(store: Store, where: Condition) {
  const order = [{ column: 'id', direction: 'asc' as const }]
  return (await store.datasets.list({ where: { and: [{ not: isSavedDataset }, where] }, order })).rows
}

/** Deletes the rows that have not been changed, saved or deleted since they were read. */
async function deleteTemporary(
  store: Store,
  rows: readonly { readonly id: number; readonly version: number }[],
): Promise<void> {
  for (const { id, version } of rows)
    await store
      .transaction(async (tx) => {
        await tx.datasets.remove(id, null, { ifVersion: version })
        await tx.datasets.purge([id])
      })
      .catch((error: unknown) => {
        if (!(error instanceof VersionConflict || error instanceof RowMissing)) throw error
      })
}
