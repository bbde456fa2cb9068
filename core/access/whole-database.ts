import type { Database } from '#core/entity/database.ts'
import { has } from './ability.ts'
import type { CurrentUser } from './current-user.ts'
import { printDatabaseView } from './object-view.ts'

/** Whether the user may read every table of the database: what it takes to say what a dataset of it stands on. */
export function readsWholeDatabase(
  user: CurrentUser,
  database: Pick<Database, 'id' | 'database_name' | 'owners'>,
): boolean {
  return (
    has(user, 'all_database_access', 'all_database_access') ||
    has(user, 'database_access', printDatabaseView(database)) ||
    (user.userId !== null && database.owners.includes(user.userId))
  )
}
