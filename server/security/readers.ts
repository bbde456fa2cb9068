import { hasPermission, isAdmin } from '#core/access/ability.ts'
import { allowedRows } from '#core/access/can.ts'
import { parseViewId, printSchemaView } from '#core/access/object-view.ts'
import { permissionText } from '#core/access/permission-text.ts'
import { datasetAccess, type RuleOptions } from '#core/access/rules.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import type { Grant } from '#core/entity/grant.ts'
import type { UserGroup } from '#core/entity/group.ts'
import type { PermissionPair, Role } from '#core/entity/role.ts'
import type { User } from '#core/entity/user.ts'
import type { ReadReason } from '#core/rest/grant.ts'
import type { Store } from '#server/store/store.ts'

/** A user who may read an object, and every reason for it. */
export interface ObjectReader {
  readonly user: User
  readonly reasons: readonly ReadReason[]
}

/** Users, roles and groups that are not deleted. */
interface Directory {
  readonly users: readonly User[]
  readonly groups: readonly UserGroup[]
  readonly roles: ReadonlyMap<number, Role>
  readonly pairs: ReadonlyMap<number, readonly PermissionPair[]>
}

/** A role of a user; `group` is set if the user has it by a group. */
interface HeldRole {
  readonly role: Role
  readonly pairs: readonly PermissionPair[]
  readonly group?: string
}

async function readDirectory(store: Store): Promise<Directory> {
  const order = [{ column: 'username', direction: 'asc' as const }]
  const users = (await store.users.list({ where: { col: 'active', op: 'eq', value: true }, order })).rows
  const roles = (await store.roles.list({})).rows
  return {
    users,
    groups: (await store.groups.list({})).rows,
    roles: new Map(roles.map((role) => [role.id, role])),
    pairs: await store.roles.pairsOf(roles.map(({ id }) => id)),
  }
}

function rolesOf(user: User, { roles, pairs, groups }: Directory): readonly HeldRole[] {
  const held = (ids: readonly number[], group?: string) =>
    ids.flatMap((id): readonly HeldRole[] => {
      const role = roles.get(id)
      return role ? [{ role, pairs: pairs.get(id) ?? [], ...(group === undefined ? {} : { group }) }] : []
    })
  return [
    ...held(user.roles),
    ...groups.filter((group) => group.users.includes(user.id)).flatMap((group) => held(group.roles, group.name)),
  ]
}

const roleReason = ({ role, group }: HeldRole) => ({ role: role.name, ...(group === undefined ? {} : { group }) })

function readersAmong(
  directory: Directory,
  reasonsOf: (user: User, heldRoles: readonly HeldRole[]) => readonly ReadReason[],
): readonly ObjectReader[] {
  return directory.users.flatMap((user) => {
    const reasons = reasonsOf(user, rolesOf(user, directory))
    return reasons.length === 0 ? [] : [{ user, reasons }]
  })
}

/** Returns the reasons of a user by grants; those of roles on data are permissions of the role. */
function grantReasons(
  grants: readonly Grant[],
  user: User,
  heldRoles: readonly HeldRole[],
  { groups }: Directory,
): readonly Pick<ReadReason, 'role' | 'group' | 'level'>[] {
  return grants.flatMap(({ level, user_id, group_id, role_id }) => {
    if (user_id !== null) return user_id === user.id ? [{ level }] : []
    if (role_id !== null)
      return heldRoles.filter(({ role }) => role.id === role_id).map((each) => ({ ...roleReason(each), level }))
    const group = groups.find(({ id, users }) => id === group_id && users.includes(user.id))
    return group ? [{ group: group.name, level }] : []
  })
}

/** A grant on a folder that contains the object. */
interface FolderGrant {
  readonly grant: Grant
  readonly folder: { readonly id: number; readonly name: string }
}

const inFolders = (value: readonly number[]) => ({ col: 'folder_id', op: 'in' as const, value })

/** Returns the grants on a folder and on those above it. */
async function folderGrants(store: Store, folderId: number | null): Promise<readonly FolderGrant[]> {
  const path = folderId === null ? [] : await store.folders.path(folderId)
  if (path.length === 0) return []
  const folders = (await store.folders.list({ where: { col: 'id', op: 'in', value: path } })).rows
  const { rows } = await store.grants.list({ where: inFolders(path) })
  return rows.flatMap((grant) => {
    const folder = folders.find(({ id }) => id === grant.folder_id)
    return folder ? [{ grant, folder: { id: folder.id, name: folder.name } }] : []
  })
}

function folderReasons(
  grants: readonly FolderGrant[],
  user: User,
  heldRoles: readonly HeldRole[],
  directory: Directory,
): readonly ReadReason[] {
  return grants.flatMap(({ grant, folder }) =>
    grantReasons([grant], user, heldRoles, directory).map((each) => ({ by: 'grant' as const, ...each, folder })),
  )
}

/** Returns the users who may read the data of a dataset, by name, with their reasons. */
export async function datasetReaders(
  store: Store,
  dataset: Dataset,
  options: RuleOptions,
): Promise<readonly ObjectReader[]> {
  const directory = await readDirectory(store)
  const database = await store.databases.get(dataset.database_id)
  const opens = permissionsOnDataset(dataset, database?.database_name ?? '')
  const grants = (await store.grants.list({ where: onDataset(dataset) })).rows.filter(({ role_id }) => role_id === null)
  const folders = await folderGrants(store, dataset.folder_id)
  const dashboards = await openingDashboards(store, dataset.id)
  return readersAmong(directory, (user, held) => [
    ...(dataset.owners.includes(user.id) ? [{ by: 'ownership' as const }] : []),
    ...held.flatMap((each) =>
      each.pairs
        .filter(opens)
        .map((pair) => ({ by: 'permission' as const, ...roleReason(each), permission: permissionText(pair) })),
    ),
    ...grantReasons(grants, user, held, directory).map((each) => ({ by: 'grant' as const, ...each })),
    ...folderReasons(folders, user, held, directory),
    ...dashboards.flatMap(({ dashboard, granted }): readonly ReadReason[] => {
      const named = { id: dashboard.id, name: dashboard.dashboard_title }
      const byRole =
        options.byRole && dashboard.published ? held.filter(({ role }) => dashboard.roles.includes(role.id)) : []
      return [
        ...byRole.map((each) => ({ by: 'dashboard' as const, ...roleReason(each), dashboard: named })),
        ...grantReasons(granted, user, held, directory).map((each) => ({
          by: 'dashboard' as const,
          ...each,
          dashboard: named,
        })),
      ]
    }),
  ])
}

const onDataset = ({ id, database_id, schema }: Dataset) => ({
  or: [
    { col: 'dataset_id', op: 'eq' as const, value: id },
    {
      and: [
        { col: 'database_id', op: 'eq' as const, value: database_id },
        { col: 'schema', op: 'in' as const, value: schema === null ? [null] : [null, schema] },
      ],
    },
  ],
})

/** Returns a test for the permissions that open the data of a dataset. */
function permissionsOnDataset({ id, database_id, schema }: Dataset, database: string) {
  const schemaView = schema === null ? undefined : printSchemaView(database, schema)
  return ([permission, view]: PermissionPair): boolean => {
    if (permission === 'all_datasource_access' || permission === 'all_database_access') return view === permission
    if (permission === 'database_access') return parseViewId(view) === database_id
    if (permission === 'datasource_access') return parseViewId(view) === id
    return permission === 'schema_access' && view === schemaView
  }
}

/** Returns the dashboards that a dataset is granted to and that use it, with the grants on them. */
async function openingDashboards(store: Store, datasetId: number) {
  const given = (await store.dashboardGrants.list({ where: { col: 'dataset_id', op: 'eq', value: datasetId } })).rows
  const ids = given.map(({ dashboard_id }) => dashboard_id)
  const uses = {
    and: [
      { col: 'datasource_id', op: 'eq' as const, value: datasetId },
      { col: 'datasource_type', op: 'eq' as const, value: 'table' },
    ],
  }
  const where = {
    and: [
      { col: 'id', op: 'in' as const, value: ids },
      { some: 'charts', where: uses },
    ],
  }
  const dashboards = (await store.dashboards.list({ where })).rows
  const grants = (await store.grants.list({ where: { col: 'dashboard_id', op: 'in', value: ids } })).rows
  const paths = await store.folders.paths(dashboards.flatMap(({ folder_id }) => folder_id ?? []))
  const onFolders = (await store.grants.list({ where: inFolders([...paths.values()].flat()) })).rows
  return dashboards.map((dashboard) => ({
    dashboard,
    granted: [
      ...grants.filter(({ dashboard_id }) => dashboard_id === dashboard.id),
      ...onFolders.filter(({ folder_id }) => paths.get(dashboard.folder_id ?? 0)?.includes(folder_id ?? 0)),
    ],
  }))
}

/** Returns the users who may open a dashboard, by name, with their reasons. */
export async function dashboardReaders(
  store: Store,
  dashboard: Dashboard,
  options: RuleOptions,
): Promise<readonly ObjectReader[]> {
  const directory = await readDirectory(store)
  const grants = (await store.grants.list({ where: { col: 'dashboard_id', op: 'eq', value: dashboard.id } })).rows
  const folders = await folderGrants(store, dashboard.folder_id)
  const linked = dashboard.published ? [] : await store.draftReaders.ofDashboard(dashboard.id)
  const roles = dashboard.roles.filter((id) => directory.roles.has(id))
  return readersAmong(directory, (user, held) => {
    const permitted = { roles: Object.fromEntries(held.map(({ role, pairs }) => [role.name, pairs])) }
    if (!hasPermission(permitted, 'can_read', 'Dashboard')) return []
    const isForRoles = options.byRole === true && roles.length > 0
    return [
      ...(isAdmin(permitted) ? [{ by: 'admin' as const }] : []),
      ...(dashboard.owners.includes(user.id) ? [{ by: 'ownership' as const }] : []),
      ...grantReasons(grants, user, held, directory).map((each) => ({ by: 'grant' as const, ...each })),
      ...folderReasons(folders, user, held, directory),
      ...(dashboard.published && isForRoles
        ? held
            .filter(({ role }) => roles.includes(role.id))
            .map((each) => ({ by: 'dashboard role' as const, ...roleReason(each) }))
        : []),
      ...(dashboard.published && !isForRoles ? [{ by: 'published' as const }] : []),
      ...(linked.includes(user.id) ? [{ by: 'draft link' as const }] : []),
    ]
  })
}

/** True if anonymous users may read the object. */
export async function isPublic(
  store: Store,
  object: { readonly dashboard: number } | { readonly dataset: number },
  options: RuleOptions,
): Promise<boolean> {
  const anyone = await store.users.anonymous('Public')
  if ('dataset' in object)
    return (
      (await store.datasets.count({
        and: [{ col: 'id', op: 'eq', value: object.dataset }, datasetAccess(anyone, options)],
      })) > 0
    )
  const rule = allowedRows(anyone, 'read', 'Dashboard', options)
  return (await store.dashboards.count({ and: [{ col: 'id', op: 'eq', value: object.dashboard }, rule] })) > 0
}
