import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { siblingTables } from '#server/dataset/sibling-tables.ts'
import { isMissingTable, NAME_ERRORS, namesFor, withUnknownName } from '#server/data/errors/sql-suggestion.ts'
import { errorForAudience } from '#server/data/errors/error-audience.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { RouteRequest } from '#server/route/route.ts'

interface Source {
  readonly user: CurrentUser
  readonly database: Database
  readonly dataset: Dataset
}

/**
 * Returns the error of an unreadable dataset source, with names similar to a wrong one, limited to what the user may
 * see.
 */
export async function datasetSourceError(error: unknown, source: Source, { context }: RouteRequest): Promise<unknown> {
  const reported = await errorForAudience(error, source, context.store)
  if (!(reported instanceof ApiError) || !NAME_ERRORS.includes(reported.code)) return reported
  const dialect = engineNamed(source.database.backend)?.dialect
  const names = await namesFor({ ...source, dialect }, context.store)
  const tables = isMissingTable(reported) ? await siblingTables(context.chartData.sources, source) : []
  return withUnknownName(reported, { ...names, tables })
}
