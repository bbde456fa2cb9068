import { currentFolders } from '#core/rest/dataset-folders-body.ts'
import type { FolderParts } from '#core/rest/dataset-folders.ts'
import { type Dataset, type DatasetHead, datasetKind } from '#core/entity/dataset.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { datasetNameProblem } from '#server/dataset/temporary-datasets.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { freeName } from '#server/resources/shared/unused-name.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Returns another name for the restored dataset if a live dataset has taken its name. A physical dataset keeps the name
 * of its table: it can only be restored once the other is deleted. A dataset is not restored without its database.
 */
export async function availableTableName(row: DatasetHead, { context: { store } }: RouteRequest): Promise<Values> {
  const { database_id, schema, table_name } = row
  if (!(await store.databases.get(database_id))) throw new ApiError('restore-database-gone')
  const isTaken = async (name: string) => (await datasetNameProblem(store, database_id, schema, name)) !== undefined
  if (!(await isTaken(table_name))) return {}
  const free = datasetKind(row) === 'virtual' && (await freeName((index) => `${table_name} (${index})`, isTaken))
  if (!free) throw new ApiError('restore-name-taken', { args: [table_name] })
  return { table_name: free }
}

/** Returns the columns and metrics of a version; those that it does not change are the current ones. */
const partsOf = (changes: Values, row: Dataset): FolderParts => ({
  columns: row.columns,
  metrics: row.metrics,
  ...changes,
})

/** Returns a version as a request body: columns and metrics removed since are created again. */
export function versionBody(changes: Values, _then: Values, row: unknown): Values {
  const { columns, metrics } = row as Dataset
  const known = (parts: unknown, living: readonly { readonly id: number }[]) =>
    (parts as readonly Values[]).map(({ id, ...part }) =>
      living.some((each) => each.id === id) ? { id, ...part } : part,
    )
  return {
    ...changes,
    ...(changes['folders']
      ? { folders: currentFolders(changes['folders'] as string, partsOf(changes, row as Dataset)) }
      : {}),
    ...(changes['columns'] ? { columns: known(changes['columns'], columns) } : {}),
    ...(changes['metrics'] ? { metrics: known(changes['metrics'], metrics) } : {}),
  }
}
