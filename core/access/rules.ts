import { has, isAdmin } from './ability.ts'
import type { Condition } from './condition.ts'
import type { CurrentUser } from './current-user.ts'
import { parseSchemaView, parseViewId } from './object-view.ts'

/**
 * Access rules for rows, as conditions. Lists are filtered and single rows are checked by the same conditions. They do
 * not include permissions on the entity type; `can` combines both.
 */

/** `byRole`: dashboards with roles are visible by role, with the datasets granted to them (flag DASHBOARD_RBAC). */
export interface RuleOptions {
  readonly byRole?: boolean
}

/** Returns the disjunction of the conditions, with the constants `true` and `false` folded. */
function either(conditions: readonly Condition[]): Condition {
  const open = conditions.filter((each) => each !== false)
  if (open.includes(true)) return true
  return open.length === 0 ? false : { or: open }
}

function owned(user: CurrentUser): Condition {
  return user.userId === null ? false : { owner: user.userId }
}

function named(user: CurrentUser, permission: string): readonly string[] {
  return user.permissions[permission] ?? []
}

function among(column: string, views: readonly string[]): Condition {
  const ids = views.flatMap((view) => parseViewId(view) ?? [])
  return ids.length === 0 ? false : { col: column, op: 'in', value: ids }
}

/**
 * Returns the condition for rows with at least one related row that satisfies `where`; false if no row can satisfy it.
 */
function some(relation: string, where: Condition): Condition {
  return where === false ? false : { some: relation, where }
}

function inSchema(view: string): Condition {
  const names = parseSchemaView(view)
  if (!names) return false
  const database: Condition = { col: 'database_name', op: 'eq', value: names.database }
  return {
    and: [
      { col: 'schema', op: 'eq', value: names.schema },
      { some: 'database', where: database },
    ],
  }
}

/** Returns the condition for the rows with these ids. */
function withIds(ids: readonly number[]): Condition {
  return ids.length === 0 ? false : { col: 'id', op: 'in', value: ids }
}

/** True if the user may read the data of every dataset. */
function readsEverything(user: CurrentUser): boolean {
  return (
    has(user, 'all_datasource_access', 'all_datasource_access') ||
    has(user, 'all_database_access', 'all_database_access')
  )
}

/**
 * Returns the condition for datasets whose data the user may read. Guests read those of their dashboards. Access comes from a permission on all data, the
 * database, the schema or the dataset; from ownership; or, by role, from a grant to a dashboard that uses the dataset.
 */
export function datasetAccess(user: CurrentUser, options: RuleOptions = {}): Condition {
  if (user.guest) return withIds(user.guest.datasets)
  if (readsEverything(user)) return true
  return either([
    among('database_id', named(user, 'database_access')),
    ...named(user, 'schema_access').map(inSchema),
    among('id', named(user, 'datasource_access')),
    owned(user),
    options.byRole ? some('grantedOn', sharedByRole(user)) : false,
  ])
}

/** Returns the condition for charts the user may see: charts with a readable dataset, and the user's own charts. */
export function chartAccess(user: CurrentUser, options: RuleOptions = {}): Condition {
  if (user.guest) return withIds(user.guest.charts)
  const datasets = datasetAccess(user, options)
  if (typeof datasets === 'boolean') return datasets
  return either([some('dataset', datasets), owned(user)])
}

/**
 * Returns the condition for databases the user may see: by a permission on them, as owner, or because a dataset or
 * schema in them is readable.
 */
export function databaseAccess(user: CurrentUser): Condition {
  if (user.guest) return false
  const names = named(user, 'schema_access').flatMap((view) => parseSchemaView(view)?.database ?? [])
  const datasets = datasetAccess(user)
  return either([
    among('id', named(user, 'database_access')),
    names.length === 0 ? false : { col: 'database_name', op: 'in', value: names },
    typeof datasets === 'boolean' ? datasets : some('datasets', datasets),
    owned(user),
  ])
}

const published: Condition = { col: 'published', op: 'eq', value: true }
const withoutRoles: Condition = { not: { some: 'roles', where: true } }

function sharedRole(user: CurrentUser): Condition {
  return user.roleIds.length === 0 ? false : { some: 'roles', where: { col: 'id', op: 'in', value: user.roleIds } }
}

function sharedByRole(user: CurrentUser): Condition {
  const role = sharedRole(user)
  return role === false ? false : { and: [published, role] }
}

/** Drafts that an owner or an admin has shared with the user by a permalink. */
function sharedDrafts({ userId }: CurrentUser): Condition {
  if (userId === null) return false
  return { and: [{ not: published }, { some: 'draftReaders', where: { col: 'id', op: 'eq', value: userId } }] }
}

/**
 * Returns the condition for dashboards the user may open by their URL: published dashboards (with role restrictions,
 * only those that share a role with the user), the user's own dashboards, and drafts shared by permalink.
 */
export function dashboardAccess(user: CurrentUser, options: RuleOptions = {}): Condition {
  if (user.guest) return withIds(user.guest.dashboards)
  if (isAdmin(user)) return true
  const open = options.byRole ? either([withoutRoles, sharedRole(user)]) : true
  return either([owned(user), open === true ? published : { and: [published, open] }, sharedDrafts(user)])
}

/**
 * Returns the condition for dashboards shown in lists: the user's own ones, favorites, and published ones with a
 * visible chart or a shared role.
 */
export function visibleDashboards(user: CurrentUser, options: RuleOptions = {}): Condition {
  if (user.guest) return dashboardAccess(user)
  if (isAdmin(user)) return true
  const charts = some('charts', chartAccess(user, options))
  const readable = options.byRole ? either([sharedRole(user), { and: [withoutRoles, charts] }]) : charts
  return {
    and: [
      dashboardAccess(user, options),
      either([owned(user), user.userId === null ? false : { favoriteOf: user.userId }, { and: [published, readable] }]),
    ],
  }
}

/** Returns the condition for rows the user owns; for an admin all rows. */
export function ownership(user: CurrentUser): Condition {
  if (user.guest) return false
  return isAdmin(user) || owned(user)
}
