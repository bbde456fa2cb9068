import { attachedDatabases } from '#core/access/attached-databases.ts'
import { type Condition, satisfies } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import type { Datasource } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { datasetAccess, type RuleOptions } from '#core/access/rules.ts'
import type { Store } from '#server/store/store.ts'

/** A dataset that the user may read, with its database. */
export interface LoadedDataset {
  readonly dataset: Dataset
  readonly database: Database
  /** The databases that this one attaches, null for each that is missing; undefined if it attaches none. */
  readonly attached?: readonly (Database | null)[]
}

const TYPES = ['table', 'dataset']

/**
 * Loads a dataset for reading its data. Throws `not-found` if it does not exist and `dataset-access` if access is
 * denied.
 */
export async function loadDataset(
  store: Store,
  user: CurrentUser,
  datasource: Datasource,
  options: RuleOptions = {},
): Promise<LoadedDataset> {
  if (!TYPES.includes(datasource.type)) throw new ApiError('dataset-type', { args: [datasource.type] })
  const dataset = await store.datasets.get(datasource.id)
  if (!dataset) throw new ApiError('not-found')
  await requireAccess(store, datasetAccess(user, options), dataset)
  const database = await store.databases.get(dataset.database_id)
  if (!database) throw new ApiError('database-missing')
  const attached = await attachedTo(store, database)
  return attached.length > 0 ? { dataset, database, attached } : { dataset, database }
}

async function attachedTo(store: Store, database: Database): Promise<readonly (Database | null)[]> {
  const ids = attachedDatabases(database).map(({ id }) => id)
  if (ids.length === 0) return []
  const { rows } = await store.databases.list({ where: { col: 'id', op: 'in', value: ids } })
  return ids.map((id) => rows.find((row) => row.id === id) ?? null)
}

/** Only a condition on other rows than the dataset itself, which has been read, needs a query. */
async function requireAccess(store: Store, access: Condition, dataset: Dataset): Promise<void> {
  if (satisfies(access, { ...dataset })) return
  const readable = await store.datasets.count({ and: [{ col: 'id', op: 'eq', value: dataset.id }, access] })
  if (readable === 0) throw new ApiError('dataset-access', { args: [String(dataset.id)] })
}
