import type { Database } from '#core/entity/database.ts'
import { has } from './ability.ts'
import type { CurrentUser } from './current-user.ts'
import { printDatabaseView } from './object-view.ts'

/** True if the user may read every table of the database. This is required to define the source of a dataset in it. */
export function readsWholeDatabase(
  user: CurrentUser,
  database: Pick<Database, 'id' | 'database_name' | 'owners'>,
): boolean {
  return (
    has(user, 'all_database_access', 'all_database_access') ||
    has(user, 'database_access', printDatabaseView(database)) ||
    (user.permissions['database_access'] ?? []).includes(printDatabaseView(database)) ||
    (user.userId !== null && database.owners.includes(user.userId))
  )
}
