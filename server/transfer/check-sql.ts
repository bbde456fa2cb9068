import { readsWholeDatabase } from '#core/access/whole-database.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import type { ApiError } from '#core/rest/api-error.ts'
import type { SqlOfDataset } from '#server/data/plan/dataset-source.ts'
import type { Bundle } from './bundle.ts'
import { findDataset } from './datasets.ts'
import { countFiles, type TellProgress } from './progress.ts'
import { goOn, type Importing, keepsExisting } from './writer.ts'
import { toText } from './json-text.ts'

/** Datasets of one bundle whose SQL is looked at; that of more is looked at when it is asked. */
const MAX_CHECKED = 200

/** Why SQL of a dataset is refused to this user; undefined when it is let in. */
export type SqlCheck = (user: CurrentUser, database: Database, sql: SqlOfDataset) => Promise<ApiError | undefined>

/**
 * Notes the datasets of a bundle whose SQL would be refused. Databases are asked for their grammar, which takes time:
 * this is done before anything is written. SQL on a database that comes with the bundle is checked when it is asked.
 */
export async function checkSql(
  importing: Importing,
  datasets: Bundle['datasets'],
  check: SqlCheck,
  tell?: TellProgress,
): Promise<void> {
  const { store, user, problems, warnings } = importing
  if (!user) return
  const queries = [...datasets].filter(([, { sql }]) => sql?.trim())
  const checked = queries.slice(0, MAX_CHECKED)
  const isChecked = checked.length > 0 ? countFiles(tell, 'check', checked.length) : () => {}
  for (const [path, file] of checked) {
    await goOn(importing)
    isChecked()
    const database = await store.databases.getByUuid(file.database_uuid)
    if (!database || !readsWholeDatabase(user, database)) continue
    const known = await findDataset(importing, file, database.id)
    if (keepsExisting(importing, 'dataset', known)) continue
    const refusal = await check(user, database, {
      sql: file.sql ?? null,
      template_params: toText(file.template_params),
    })
    // What the engine cannot read does no harm: it may have been written for another one, and is told when asked.
    if (refusal?.code === 'sql-syntax')
      warnings.push(`The SQL of the dataset ${file.table_name} cannot be read by its database: ${refusal.message}`)
    else if (refusal) problems[path] = { sql: [refusal.message] }
  }
}
