import { hasFullDatabaseAccess } from '#core/access/database-access.ts'
import { satisfies } from '#core/access/condition.ts'
import { isSavedDataset, savedOrOwnCondition } from '#core/access/rules.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { changesSource } from '#server/data/plan/dataset-source.ts'
import { isProtected } from '#server/dataset/protected-dataset.ts'
import type { ReadOptions } from '#server/store/repository.ts'
import { recordChange } from './changes.ts'
import { type DatasetValues, datasetValues } from './dataset-values.ts'
import type { DatasetFile } from './files.ts'
import { planTags, withTags, writeTags } from './tags.ts'
import { decideImportAction, type ImportRun, newOwners } from './import-run.ts'

/** Writes one dataset of a bundle into a database; returns its id. */
export async function importDataset(
  importing: ImportRun,
  path: string,
  file: DatasetFile,
  databaseId: number,
): Promise<number> {
  const { store, actor, problems } = importing
  const existing = await findDataset(importing, file, databaseId)
  const decision = decideImportAction(importing, 'dataset', path, existing)
  const reported = { path, kind: 'dataset', name: file.table_name } as const
  if (existing && decision === 'keep') {
    recordChange(importing, reported, decision, existing)
    return existing.id
  }
  const values = datasetValues(file, databaseId, existing)
  if (await isSourceInaccessible(importing, existing, values))
    problems[path] = `A dataset cannot be written as user doesn't have access to its database`
  const tags = await planTags(importing, path, 'dataset', existing, file)
  recordChange(importing, reported, decision, ...withTags(existing, values, tags))
  if (existing && existing.deleted_at !== null) await store.datasets.restore(existing.id, actor)
  const written = existing
    ? await store.datasets.update(existing.id, { ...values, expires_on: null }, actor)
    : await store.datasets.create(
        { ...values, ...(await freeUuid(importing, file.uuid)), owners: newOwners(importing) },
        actor,
      )
  return writeTags(importing, 'dataset', written.id, tags)
}

/**
 * True if the source of the dataset is not readable for the importer, or may not be changed because of row rules or
 * masks. Overwriting with the existing source is allowed.
 */
async function isSourceInaccessible(
  { store, user }: ImportRun,
  existing: Dataset | undefined,
  values: DatasetValues,
): Promise<boolean> {
  if (!user || (existing && !changesSource(existing, { ...existing, ...values }))) return false
  if (existing && (await isProtected(store, user, existing.id))) return true
  const database = await store.databases.get(values.database_id)
  return !database || !hasFullDatabaseAccess(user, database)
}

/** Finds by uuid, else the saved dataset of the same table. */
export async function findDataset(
  importing: ImportRun,
  file: DatasetFile,
  databaseId: number,
): Promise<Dataset | undefined> {
  const byUuid = await findDatasetByUuid(importing, file.uuid, { deleted: true })
  if (byUuid) return byUuid
  return importing.store.datasets.find({
    and: [
      { col: 'database_id', op: 'eq', value: databaseId },
      { col: 'schema', op: 'eq', value: file.schema ?? null },
      { col: 'table_name', op: 'eq', value: file.table_name },
      isSavedDataset,
    ],
  })
}

/** Returns the dataset with a uuid; temporary ones of other users count as absent. */
export async function findDatasetByUuid(
  { store, actor }: Pick<ImportRun, 'store' | 'actor'>,
  uuid: string,
  readOptions: ReadOptions = {},
): Promise<Dataset | undefined> {
  const found = await store.datasets.getByUuid(uuid, readOptions)
  return found && satisfies(savedOrOwnCondition({ userId: actor }), { ...found }) ? found : undefined
}

/** Returns the uuid of a new dataset: that of its file, unless a temporary dataset of another user has it. */
async function freeUuid({ store }: ImportRun, uuid: string): Promise<{ readonly uuid?: string }> {
  return (await store.datasets.getByUuid(uuid)) ? {} : { uuid }
}
