import { isAdmin, isOwner, PUBLIC_ROLE } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import {
  chartAccess,
  dashboardAccess,
  datasetAccess,
  editAccess,
  folderAccess,
  folderEditAccess,
  folderOwnership,
  type RuleOptions,
} from '#core/access/rules.ts'
import type { Folder } from '#core/entity/folder.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import { type GrantLevel, includesLevel } from '#core/rest/grant-level.ts'
import type { Store } from '#server/store/store.ts'

/** The user whose rights on folders are checked. */
export interface FolderCaller {
  readonly store: Store
  readonly user: CurrentUser
  readonly rules: RuleOptions
}

const idEquals = (id: number): Condition => ({ col: 'id', op: 'eq', value: id })
const columnIsIn = (col: string, value: readonly number[]): Condition => ({ col, op: 'in', value })

/** Returns a folder whose grants the caller may manage: 404 if they cannot see it, 403 if they do not own it. */
export async function requireManagedFolder(caller: FolderCaller, id: number): Promise<Folder> {
  const { store, user, rules } = caller
  const row = await store.folders.find({ and: [idEquals(id), folderAccess(user, rules)] })
  if (!row) throw new ApiError('not-found')
  if (!(await isManaged(caller, id))) throw new ApiError('forbidden')
  return row
}

async function isManaged({ store, user }: FolderCaller, id: number): Promise<boolean> {
  return (await store.folders.count({ and: [idEquals(id), folderOwnership(user)] })) > 0
}

/** Returns an error if the folder is not visible to the caller; throws `forbidden` if they may not change it. */
export async function targetProblem(caller: FolderCaller, id: number): Promise<string | undefined> {
  const { store, user, rules } = caller
  const visible = { and: [idEquals(id), folderAccess(user, rules)] }
  if ((await store.folders.count(visible)) === 0) return 'Folder does not exist'
  await requireFolderEdit(caller, id)
  return undefined
}

/** Requires the right to change a folder; a deleted one and none need no right. */
export async function requireFolderEdit({ store, user }: FolderCaller, id: number | null): Promise<void> {
  const denied = { and: [idEquals(id ?? 0), { not: folderEditAccess(user) }] }
  if (id !== null && (await store.folders.count(denied)) > 0) throw new ApiError('forbidden')
}

type Content = 'Dashboard' | 'Chart' | 'Dataset'

/** A row that is or will be in a folder. */
interface PlacedRow {
  readonly folder_id: number | null
  readonly owners: readonly number[]
  readonly id: number
}

/**
 * Checks a sent folder of a dashboard, a chart or a dataset. The caller must be allowed to change the folder of before
 * and the new one. Only owners and administrators may move a row where other users get rights on it.
 */
export async function folderProblem(
  caller: FolderCaller,
  sent: number | null | undefined,
  type: Content,
  row?: PlacedRow,
): Promise<FieldErrors | undefined> {
  const before = row?.folder_id ?? null
  if (sent === undefined || sent === before) return undefined
  const problem = sent === null ? undefined : await targetProblem(caller, sent)
  if (problem) return { folder_id: [problem] }
  await requireFolderEdit(caller, before)
  await requireNotPublic(caller, before, sent)
  if (!row || isAdmin(caller.user) || !(await grantsNewRights(caller, before, sent, row.owners))) return undefined
  if (!isOwner(caller.user, row)) throw new ApiError('folder-closed')
  if (type === 'Dashboard') await requireDataAccess(caller, [row.id])
  return undefined
}

/** Rejects a folder that is shared with everyone, unless the folder of before is too; administrators may use it. */
export async function requireNotPublic(
  { store, user }: Pick<FolderCaller, 'store' | 'user'>,
  from: number | null,
  to: number | null,
): Promise<void> {
  if (to === null || isAdmin(user)) return
  const role = await store.roles.byName(PUBLIC_ROLE)
  const isShared = async (id: number | null) => {
    const path = id === null ? [] : await store.folders.path(id)
    const shared = { and: [columnIsIn('folder_id', path), { col: 'role_id', op: 'eq' as const, value: role?.id ?? 0 }] }
    return (await store.grants.count(shared)) > 0
  }
  if ((await isShared(to)) && !(await isShared(from))) throw new ApiError('grant-public')
}

/** True if a move from one folder to another gives users rights who do not have them by the first one. */
export async function grantsNewRights(
  { store }: Pick<FolderCaller, 'store'>,
  from: number | null,
  to: number | null,
  owners: readonly number[],
): Promise<boolean> {
  const source = from === null ? [] : await store.folders.path(from)
  const added = to === null ? [] : (await store.folders.path(to)).filter((id) => !source.includes(id))
  if (added.length === 0) return false
  const folders = (await store.folders.list({ where: columnIsIn('id', [...source, ...added]) })).rows
  const ownersIn = (ids: readonly number[]) =>
    folders.filter(({ id }) => ids.includes(id)).flatMap((each) => each.owners)
  const known = [...owners, ...ownersIn(source)]
  if (ownersIn(added).some((id) => !known.includes(id))) return true
  const grants = (await store.grants.list({ where: columnIsIn('folder_id', [...source, ...added]) })).rows
  const grantsOnSource = grants.filter(({ folder_id }) => source.includes(folder_id ?? 0))
  return grants.some(
    (grant) =>
      !grantsOnSource.includes(grant) &&
      !grantsOnSource.some(
        (other) =>
          other.user_id === grant.user_id &&
          other.group_id === grant.group_id &&
          other.role_id === grant.role_id &&
          includesLevel(other.level, grant.level),
      ),
  )
}

/**
 * Requires that the caller has a level of access to everything in a folder and below, also to deleted objects, which
 * return there if they are restored. So a grant or a move passes on no more than the caller has. Dashboards and levels
 * above see require the right to edit: a dashboard opens datasets to its readers.
 */
export async function requireFolderLevel(caller: FolderCaller, id: number, level: GrantLevel): Promise<void> {
  const { store, user, rules } = caller
  if (isAdmin(user)) return
  const inside = columnIsIn('folder_id', await store.folders.below(id))
  const lacking = (read: Condition, type: Content): Condition => {
    const isRead = level === 'see' && type !== 'Dashboard'
    return { and: [inside, { not: isRead ? read : { and: [read, editAccess(user, type)] } }] }
  }
  const isLacking = await Promise.all([
    hasRows(store.dashboards, lacking(dashboardAccess(user, rules), 'Dashboard')),
    hasRows(store.charts, lacking(chartAccess(user), 'Chart')),
    hasRows(store.datasets, lacking(datasetAccess(user), 'Dataset')),
  ])
  if (isLacking.includes(true)) throw new ApiError('grant-level')
  const { ids } = await store.dashboards.list({ where: inside })
  const deleted = await store.dashboards.list({ where: inside, isBin: true })
  await requireDataAccess(caller, [...ids, ...deleted.ids])
}

/** True if a row, live or deleted, matches the condition. */
async function hasRows(
  rows: { find(where: Condition, options: { readonly deleted: true }): Promise<unknown> },
  where: Condition,
): Promise<boolean> {
  return (await rows.find(where, { deleted: true })) !== undefined
}

/** Rejects dashboards that open datasets which the caller may not read by their own permissions. */
async function requireDataAccess({ store, user }: FolderCaller, ids: readonly number[]): Promise<void> {
  const { rows } = await store.dashboardGrants.list({ where: columnIsIn('dashboard_id', ids) })
  const datasets = columnIsIn(
    'id',
    rows.map(({ dataset_id }) => dataset_id),
  )
  if (await hasRows(store.datasets, { and: [datasets, { not: datasetAccess(user) }] }))
    throw new ApiError('roles-closed')
}
