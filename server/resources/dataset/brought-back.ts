import { type Dataset, type DatasetHead, datasetKind } from '#core/entity/dataset.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { freeName } from '#server/resources/shared/free-name.ts'
import { nameProblem } from './body.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Another name, where a living dataset has that of the one that comes back. The name of a physical one is that of its
 * table: it comes back when the other is gone. None comes back without its database.
 */
export async function freeTableName(row: DatasetHead, { context: { store } }: RouteRequest): Promise<Values> {
  const { database_id, schema, table_name } = row
  if (!(await store.databases.get(database_id))) throw new ApiError('restore-database-gone')
  const isTaken = async (name: string) => (await nameProblem(store, database_id, schema, name)) !== undefined
  if (!(await isTaken(table_name))) return {}
  const free = datasetKind(row) === 'virtual' && (await freeName((index) => `${table_name} (${index})`, isTaken))
  if (!free) throw new ApiError('restore-name-taken', { args: [table_name] })
  return { table_name: free }
}

/** A version as it is sent: columns and metrics that were removed since come back as new ones. */
export function versionBody(changes: Values, _then: Values, row: unknown): Values {
  const { columns, metrics } = row as Dataset
  const known = (parts: unknown, living: readonly { readonly id: number }[]) =>
    (parts as readonly Values[]).map(({ id, ...part }) =>
      living.some((each) => each.id === id) ? { id, ...part } : part,
    )
  return {
    ...changes,
    ...(changes['columns'] ? { columns: known(changes['columns'], columns) } : {}),
    ...(changes['metrics'] ? { metrics: known(changes['metrics'], metrics) } : {}),
  }
}
