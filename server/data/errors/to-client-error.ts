import { ApiError } from '#core/rest/api-error.ts'
import { loadDataset } from '#server/dataset/load-dataset.ts'
import { siblingTables } from '#server/dataset/sibling-tables.ts'
import { engineNamed } from '#server/engines/index.ts'
import { isMissingTable, NAME_ERRORS, namesFor, withUnknownName } from './sql-suggestion.ts'
import type { ChartDataRequest } from '#server/data/plan/query-request.ts'
import { errorForAudience } from './error-audience.ts'
import type { ServiceDependencies } from '#server/data/dependencies.ts'

/** Identical requests share a result, but the details of an error depend on the user. */
export async function toClientError(
  { options: { store, access }, sources }: Pick<ServiceDependencies, 'options' | 'sources'>,
  error: unknown,
  { user, context, index }: ChartDataRequest,
): Promise<unknown> {
  if (!(error instanceof ApiError) || !NAME_ERRORS.includes(error.code)) return error
  const datasource = context.queries[index]?.datasource ?? context.datasource
  const loaded = await loadDataset(store, user, datasource, access)
  const reported = await errorForAudience(error, { user, ...loaded }, store)
  const dialect = engineNamed(loaded.database.backend)?.dialect
  if (!(reported instanceof ApiError)) return reported
  const names = await namesFor({ user, dialect, ...loaded }, store)
  const tables = isMissingTable(reported) && loaded.dataset.sql ? await siblingTables(sources, { user, ...loaded }) : []
  return withUnknownName(reported, { ...names, tables })
}
