import { hasFullDatabaseAccess } from '#core/access/database-access.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import type { ApiError } from '#core/rest/api-error.ts'
import type { SqlOfDataset } from '#server/data/plan/dataset-source.ts'
import type { Bundle } from './bundle.ts'
import { findDataset } from './datasets.ts'
import { createFileProgress, type ReportProgress } from './progress.ts'
import { yieldBetweenFiles, type ImportRun, keepsExisting } from './import-run.ts'
import { toText } from './json-text.ts'

/** Maximum datasets of one bundle whose SQL is checked; the SQL of others is checked when queried. */
const MAX_CHECKED = 200

/** Returns why a dataset's SQL is rejected for this user; undefined if it is accepted. */
export type SqlCheck = (user: CurrentUser, database: Database, sql: SqlOfDataset) => Promise<ApiError | undefined>

/**
 * Records the datasets of a bundle whose SQL would be rejected. This happens before anything is written, because
 * databases take time to parse SQL. SQL on a database in the bundle is checked when queried.
 */
export async function checkSql(
  importing: ImportRun,
  datasets: Bundle['datasets'],
  check: SqlCheck,
  reportProgress?: ReportProgress,
): Promise<void> {
  const { store, user, problems, warnings } = importing
  if (!user) return
  const queries = [...datasets].filter(([, { sql }]) => sql?.trim())
  const checked = queries.slice(0, MAX_CHECKED)
  const isChecked = checked.length > 0 ? createFileProgress(reportProgress, 'check', checked.length) : () => {}
  for (const [path, file] of checked) {
    await yieldBetweenFiles(importing)
    isChecked()
    const database = await store.databases.getByUuid(file.database_uuid)
    if (!database || !hasFullDatabaseAccess(user, database)) continue
    const existing = await findDataset(importing, file, database.id)
    if (keepsExisting(importing, 'dataset', existing)) continue
    const rejection = await check(user, database, {
      sql: file.sql ?? null,
      template_params: toText(file.template_params),
    })
    // SQL with syntax errors does no harm: it may be for another engine, and fails when queried.
    if (rejection?.code === 'sql-syntax')
      warnings.push(`The SQL of the dataset ${file.table_name} cannot be read by its database: ${rejection.message}`)
    else if (rejection) problems[path] = { sql: [rejection.message] }
  }
}
