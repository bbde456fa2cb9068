import { hasPermission } from './ability.ts'
import { type Condition, type ConditionRow, satisfies } from './condition.ts'
import type { CurrentUser } from './current-user.ts'
import {
  chartAccess,
  dashboardAccess,
  databaseAccess,
  datasetAccess,
  editAccess,
  isSavedDataset,
  type RuleOptions,
  visibleDashboards,
} from './rules.ts'

/** Entities with access rules, named as in permission pairs. */
export type GuardedEntityType = 'Chart' | 'Dashboard' | 'Dataset' | 'Database'

/** `list`: see in lists; `read`: open by id; `write`: change and delete; `export`: export as a bundle. */
export type Action = 'list' | 'read' | 'write' | 'export'

const PERMISSIONS: Readonly<Record<Action, string>> = {
  list: 'can_read',
  read: 'can_read',
  write: 'can_write',
  export: 'can_export',
}

const ACCESS: Readonly<Record<GuardedEntityType, (user: CurrentUser, options: RuleOptions) => Condition>> = {
  Chart: chartAccess,
  Dashboard: dashboardAccess,
  Dataset: datasetAccess,
  Database: databaseAccess,
}

/**
 * Returns the condition for rows of the entity type on which the user may perform the action. It is false without the
 * permission on the type. Only owners, admins and users with a grant
 * to edit may write; databases may be written by every user with the write
 * permission.
 */
export function allowedRows(
  user: CurrentUser,
  action: Action,
  kind: GuardedEntityType,
  options: RuleOptions = {},
): Condition {
  if (!hasPermission(user, PERMISSIONS[action], kind)) return false
  if (action === 'write') return kind === 'Database' ? true : editAccess(user, kind)
  if (action === 'list' && kind === 'Dataset') return { and: [datasetAccess(user, options), isSavedDataset] }
  if (action === 'list' && kind === 'Dashboard') return visibleDashboards(user, options)
  return ACCESS[kind](user, options)
}

/**
 * True if the user may perform the action on the row. Read access may depend on related rows (the dataset of a chart,
 * the database of a dataset). The row must carry them in `relations`; otherwise rules that depend on them deny access.
 */
export function can(
  user: CurrentUser,
  action: Action,
  kind: GuardedEntityType,
  row: ConditionRow,
  options: RuleOptions = {},
): boolean {
  return satisfies(allowedRows(user, action, kind, options), row)
}
