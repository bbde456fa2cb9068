import type { Database } from '#core/entity/database.ts'
import { hasPermission, isOwner } from './ability.ts'
import { attachedDatabases } from './attached-databases.ts'
import type { CurrentUser } from './current-user.ts'
import { parseViewId, printDatabaseView } from './object-view.ts'

/**
 * True if the user may read every table of the database. This is required to define the source of a dataset in it. A
 * user can read a database that attaches others only with a permission to read those.
 */
export function hasFullDatabaseAccess(
  user: CurrentUser,
  database: Pick<Database, 'id' | 'database_name' | 'owners' | 'sqlalchemy_uri'>,
): boolean {
  if (hasPermission(user, 'all_database_access', 'all_database_access')) return true
  return canReadSchema(user, database) && canReadAttachedDatabases(user, database)
}

function canReadSchema(user: CurrentUser, database: Pick<Database, 'id' | 'database_name' | 'owners'>): boolean {
  return (
    hasPermission(user, 'database_access', printDatabaseView(database)) ||
    (user.permissions['database_access'] ?? []).includes(printDatabaseView(database)) ||
    isOwner(user, database)
  )
}

/** True if permissions let the user read every database that a database attaches. */
export function canReadAttachedDatabases(user: CurrentUser, database: Pick<Database, 'sqlalchemy_uri'>): boolean {
  if (hasPermission(user, 'all_database_access', 'all_database_access')) return true
  const byRole = Object.values(user.roles).flatMap((pairs) => pairs.filter(([name]) => name === 'database_access'))
  const views = [...byRole.map(([, view]) => view), ...(user.permissions['database_access'] ?? [])]
  const readable = new Set(views.map(parseViewId))
  return attachedDatabases(database).every(({ id }) => readable.has(id))
}
