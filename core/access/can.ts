import { has } from './ability.ts'
import { type Condition, type ConditionRow, holds } from './condition.ts'
import type { CurrentUser } from './current-user.ts'
import {
  chartAccess,
  dashboardAccess,
  databaseAccess,
  datasetAccess,
  ownership,
  type RuleOptions,
  visibleDashboards,
} from './rules.ts'

/** Entities with rules of their own, by their names in permission pairs. */
export type Guarded = 'Chart' | 'Dashboard' | 'Dataset' | 'Database'

/** `list`: see among others; `read`: open by id; `write`: change and delete; `export`: take out as a bundle. */
export type Action = 'list' | 'read' | 'write' | 'export'

const PERMISSIONS: Readonly<Record<Action, string>> = {
  list: 'can_read',
  read: 'can_read',
  write: 'can_write',
  export: 'can_export',
}

const ACCESS: Readonly<Record<Guarded, (user: CurrentUser, options: RuleOptions) => Condition>> = {
  Chart: chartAccess,
  Dashboard: dashboardAccess,
  Dataset: datasetAccess,
  Database: databaseAccess,
}

/**
 * The rows of a kind with which the user may do this: false without the permission on the kind. Writing is for owners
 * and admins; databases belong to whoever may write databases.
 */
export function allowed(user: CurrentUser, action: Action, kind: Guarded, options: RuleOptions = {}): Condition {
  if (!has(user, PERMISSIONS[action], kind)) return false
  if (action === 'write') return kind === 'Database' ? true : ownership(user)
  if (action === 'list' && kind === 'Dashboard') return visibleDashboards(user, options)
  return ACCESS[kind](user, options)
}

/**
 * Whether the user may do this with the row. Reading may depend on related rows (the dataset of a chart, the database
 * of a dataset): the row carries them in `relations`, else what depends on them is refused.
 */
export function can(
  user: CurrentUser,
  action: Action,
  kind: Guarded,
  row: ConditionRow,
  options: RuleOptions = {},
): boolean {
  return holds(allowed(user, action, kind, options), row)
}
