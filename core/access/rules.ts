import type { GrantLevel } from '#core/rest/grant-level.ts'
import { APPLICATION, hasPermission, isAdmin, ownerId } from './ability.ts'
import type { Condition } from './condition.ts'
import type { CurrentUser } from './current-user.ts'
import {
  grantedDashboards,
  grantedDatasets,
  grantedFolders,
  inGrantedFolders,
  publishedCondition,
} from './granted-objects.ts'
import { parseSchemaView, parseViewId } from './object-view.ts'

/**
 * Access rules for rows, as conditions. Lists are filtered and single rows are checked by the same conditions. They do
 * not include permissions on the entity type; `can` combines both.
 */

export interface RuleOptions {
  /** Dashboards with roles are visible by role, with the datasets granted to them (flag DASHBOARD_RBAC). */
  readonly byRole?: boolean
  /** Grants of at least this level on a dashboard open the datasets granted to it; absent, none do. */
  readonly byDashboard?: GrantLevel
}

/** Returns the options of requests: dashboards that grants let a user see open the datasets granted to them. */
export function requestRules(flags: { readonly DASHBOARD_RBAC: boolean }): RuleOptions {
  return { byRole: flags.DASHBOARD_RBAC, byDashboard: 'see' }
}

/** Returns the disjunction of the conditions, with the constants `true` and `false` folded. */
function anyOf(conditions: readonly Condition[]): Condition {
  const open = conditions.filter((each) => each !== false)
  if (open.includes(true)) return true
  return open.length === 0 ? false : { or: open }
}

function ownedBy(user: CurrentUser): Condition {
  const id = ownerId(user)
  return id === null ? false : { owner: id }
}

function viewNamesWith(user: CurrentUser, permission: string): readonly string[] {
  return user.permissions[permission] ?? []
}

function columnIsIn(column: string, views: readonly string[]): Condition {
  const ids = views.flatMap((view) => parseViewId(view) ?? [])
  return ids.length === 0 ? false : { col: column, op: 'in', value: ids }
}

/**
 * Returns the condition for rows with at least one related row that satisfies `where`; false if no row can satisfy it.
 */
function someRelated(relation: string, where: Condition): Condition {
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
    hasPermission(user, 'all_datasource_access', 'all_datasource_access') ||
    hasPermission(user, 'all_database_access', 'all_database_access')
  )
}

/** The condition for saved datasets: a temporary one expires. */
export const isSavedDataset: Condition = { col: 'expires_on', op: 'eq', value: null }

/** Returns the condition for saved datasets and for temporary ones of the user, also if the user is an administrator. */
export function savedOrOwnCondition(user: Pick<CurrentUser, 'userId' | 'roleLimit'>): Condition {
  const id = ownerId(user)
  return id === null ? isSavedDataset : { or: [isSavedDataset, { owner: id }] }
}

/** Returns the conjunction of a condition and `savedOrOwnCondition`. */
function withoutTemporaryOfOthers(user: CurrentUser, condition: Condition): Condition {
  if (condition === false) return false
  return condition === true ? savedOrOwnCondition(user) : { and: [savedOrOwnCondition(user), condition] }
}

/**
 * Returns the condition for datasets whose data the user may read. Temporary datasets are read only by their owners,
 * whatever rights on the database others have. Guests read those of their dashboards. For others,
 * access comes from a permission on all data, the database, the schema or the dataset, by role or by grant; from a
 * grant on a folder that contains it; from ownership; or from a dashboard that uses the dataset and is open to the user by role or by grant.
 */
export function datasetAccess(user: CurrentUser, options: RuleOptions = {}): Condition {
  return withoutTemporaryOfOthers(user, dataRights(user, options))
}

function dataRights(user: CurrentUser, options: RuleOptions): Condition {
  if (user.guest) return withIds(user.guest.datasets)
  if (readsEverything(user)) return true
  return anyOf([
    columnIsIn('database_id', viewNamesWith(user, 'database_access')),
    ...viewNamesWith(user, 'schema_access').map(inSchema),
    columnIsIn('id', viewNamesWith(user, 'datasource_access')),
    inGrantedFolders(user, 'see'),
    ownedBy(user),
    someRelated('grantedOn', openingDashboards(user, options)),
  ])
}

/** Returns the condition for dashboards that open the datasets granted to them. */
function openingDashboards(user: CurrentUser, { byRole, byDashboard }: RuleOptions): Condition {
  return anyOf([byRole ? sharedByRole(user) : false, byDashboard ? grantedDashboards(user, byDashboard) : false])
}

/**
 * Returns the condition for datasets that the user may open in explore: readable ones with the permission to explore,
 * and without it those that grants of the level explore name or open by a dashboard.
 */
export function exploreAccess(user: CurrentUser, options: RuleOptions = {}): Condition {
  const exploring: RuleOptions = { ...options, byDashboard: 'explore' }
  if (hasPermission(user, 'can_explore', APPLICATION)) return datasetAccess(user, exploring)
  const granted = anyOf([
    grantedDatasets(user, 'explore'),
    someRelated('grantedOn', openingDashboards(user, { byDashboard: 'explore' })),
  ])
  return withoutTemporaryOfOthers(user, granted)
}

/**
 * Returns the condition for charts the user may see: charts with a readable dataset, those in granted folders, and the
 * user's own charts. Their data are read by the rights on the dataset.
 */
export function chartAccess(user: CurrentUser, options: RuleOptions = {}): Condition {
  if (user.guest) return withIds(user.guest.charts)
  if (readsEverything(user)) return true
  return anyOf([someRelated('dataset', datasetAccess(user, options)), inGrantedFolders(user, 'see'), ownedBy(user)])
}

/**
 * Returns the condition for charts that the user may add to a dashboard or copy: both may open the dataset to others,
 * so the folder of the chart does not suffice.
 */
export function placeableCharts(user: CurrentUser, options: RuleOptions = {}): Condition {
  if (user.guest) return false
  if (readsEverything(user)) return true
  return anyOf([someRelated('dataset', datasetAccess(user, options)), ownedBy(user)])
}

/**
 * Returns the condition for databases the user may see: by a permission on them, as owner, or because a dataset or
 * schema in them is readable.
 */
export function databaseAccess(user: CurrentUser): Condition {
  if (user.guest) return false
  const names = viewNamesWith(user, 'schema_access').flatMap((view) => parseSchemaView(view)?.database ?? [])
  return anyOf([
    columnIsIn('id', viewNamesWith(user, 'database_access')),
    names.length === 0 ? false : { col: 'database_name', op: 'in', value: names },
    readsEverything(user) || someRelated('datasets', datasetAccess(user)),
    ownedBy(user),
  ])
}

const withoutRoles: Condition = { not: { some: 'roles', where: true } }

function sharedRole(user: CurrentUser): Condition {
  return user.roleIds.length === 0 ? false : { some: 'roles', where: { col: 'id', op: 'in', value: user.roleIds } }
}

function sharedByRole(user: CurrentUser): Condition {
  const role = sharedRole(user)
  return role === false ? false : { and: [publishedCondition, role] }
}

/** Drafts that an owner or an admin has shared with the user by a permalink. */
function sharedDrafts(user: CurrentUser): Condition {
  const id = ownerId(user)
  if (id === null) return false
  return { and: [{ not: publishedCondition }, { some: 'draftReaders', where: { col: 'id', op: 'eq', value: id } }] }
}

/**
 * Returns the condition for dashboards the user may open by their URL: published dashboards (with role restrictions,
 * only those that share a role with the user), the user's own dashboards, those granted to the user, and drafts shared
 * by permalink.
 */
export function dashboardAccess(user: CurrentUser, options: RuleOptions = {}): Condition {
  if (user.guest) return withIds(user.guest.dashboards)
  if (isAdmin(user)) return true
  const open = options.byRole ? anyOf([withoutRoles, sharedRole(user)]) : true
  return anyOf([
    ownedBy(user),
    open === true ? publishedCondition : { and: [publishedCondition, open] },
    grantedDashboards(user, 'see'),
    sharedDrafts(user),
  ])
}

/**
 * Returns the condition for dashboards shown in lists: the user's own ones, granted ones, favorites, and published ones
 * with a visible chart or a shared role.
 */
export function visibleDashboards(user: CurrentUser, options: RuleOptions = {}): Condition {
  if (user.guest) return dashboardAccess(user)
  if (isAdmin(user)) return true
  const charts = someRelated('charts', chartAccess(user, options))
  const id = ownerId(user)
  const readable = options.byRole ? anyOf([sharedRole(user), { and: [withoutRoles, charts] }]) : charts
  return {
    and: [
      dashboardAccess(user, options),
      anyOf([
        ownedBy(user),
        grantedDashboards(user, 'see'),
        id === null ? false : { favoriteOf: id },
        { and: [publishedCondition, readable] },
      ]),
    ],
  }
}

/** Returns the condition for rows the user owns; for an admin all rows. */
export function ownership(user: CurrentUser): Condition {
  if (user.guest) return false
  return isAdmin(user) || ownedBy(user)
}

/** Returns the condition for rows the user may change: owned ones and those that a grant of the level edit names. */
export function editAccess(user: CurrentUser, type: 'Chart' | 'Dashboard' | 'Dataset'): Condition {
  if (user.guest) return false
  const grants = {
    Chart: () => inGrantedFolders(user, 'edit'),
    Dashboard: () => grantedDashboards(user, 'edit'),
    Dataset: () => grantedDatasets(user, 'edit'),
  }
  const own = ownership(user)
  const rows = own === true || anyOf([own, grants[type]()])
  return type === 'Dataset' ? withoutTemporaryOfOthers(user, rows) : rows
}

/** Returns the condition for folders the user owns; the owners of a folder own those below it. */
function ownedFolders(user: CurrentUser): Condition {
  return anyOf([withIds(user.ownedFolders ?? []), ownedBy(user)])
}

/**
 * Returns the condition for folders the user may see: their own ones, granted ones, and those with a dashboard, a chart
 * or a dataset that the user sees in lists, in the folder or below.
 */
export function folderAccess(user: CurrentUser, options: RuleOptions = {}): Condition {
  if (user.guest) return false
  if (isAdmin(user)) return true
  const listed = (view: string, rule: Condition) => (hasPermission(user, 'can_read', view) ? rule : false)
  return anyOf([
    ownedFolders(user),
    withIds(grantedFolders(user, 'see')),
    someRelated('dashboards', listed('Dashboard', visibleDashboards(user, options))),
    someRelated('charts', listed('Chart', chartAccess(user, options))),
    someRelated('datasets', listed('Dataset', datasetAccess(user, options))),
  ])
}

/** Returns the condition for folders the user may change and fill: their own ones, and those granted for editing. */
export function folderEditAccess(user: CurrentUser): Condition {
  if (user.guest) return false
  return isAdmin(user) || anyOf([ownedFolders(user), withIds(grantedFolders(user, 'edit'))])
}

/** Returns the condition for folders whose grants the user may manage. */
export function folderOwnership(user: CurrentUser): Condition {
  if (user.guest) return false
  return isAdmin(user) || ownedFolders(user)
}
