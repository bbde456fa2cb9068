import { isAdmin } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import { folderAccess, folderOwnership } from '#core/access/rules.ts'
import { parseEntityBody, selectEntityFields } from '#core/entity/entity-definition.ts'
import { type Folder, type FolderBody, type FolderDraft, folderEntity, MAX_FOLDER_LEVELS } from '#core/entity/folder.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import type { Parsed } from '#server/resources/resource.ts'
import { resolveOwners } from '#server/resources/shared/owners.ts'
import { folderCaller, ruleOptions } from '#server/resources/shared/rule-options.ts'
import type { RouteRequest } from '#server/route/route.ts'
import {
  grantsNewRights,
  requireFolderEdit,
  requireFolderLevel,
  requireNotPublic,
  targetProblem,
} from '#server/security/folder-rights.ts'
import { addFolder } from '#server/store/folders.ts'
import { grantDatasetAccess } from '#server/store/grant-dataset-access.ts'

const equals = (col: string, value: number | null): Condition => ({ col, op: 'eq', value })

/** Parses a folder, and checks its name, the folder above it, its owners and the limits. */
export async function parseFolder(body: unknown, request: RouteRequest, row?: Folder): Promise<Parsed<FolderBody>> {
  const read = parseEntityBody(folderEntity, body, row ? 'update' : 'create')
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const { ok } = read
  const before = row?.parent_id ?? null
  const parent = ok.parent_id === undefined ? before : ok.parent_id
  const problem = parent === before && row ? undefined : await parentProblem(request, parent, row)
  const taken = problem ?? (await nameProblem(request, ok.name?.trim() ?? row?.name ?? '', parent, row))
  if (taken) return { errors: taken, status: 422 }
  if (!row) await requireFewer(request)
  const owners = await resolveOwners(request.context.store, request.user, ok.owners, row)
  if ('errors' in owners) return { ...owners, status: 422 }
  return { ok: { ...ok, ...(owners.ok ? { owners: [...owners.ok] } : {}) } }
}

async function requireFewer({ context: { store }, user }: RouteRequest): Promise<void> {
  requireWithin('folders', (await store.folders.count(true)) + 1)
  if (!isAdmin(user))
    requireWithin('user-folders', (await store.folders.count(equals('created_by_fk', user.userId))) + 1)
}

/** Names are unique among the folders that the caller sees: others are not revealed. */
async function nameProblem(
  request: RouteRequest,
  name: string,
  parent: number | null,
  row: Folder | undefined,
): Promise<FieldErrors | undefined> {
  if (row && name === row.name && parent === row.parent_id) return undefined
  const taken: Condition = {
    and: [
      { col: 'name', op: 'eq', value: name },
      equals('parent_id', parent),
      folderAccess(request.user, ruleOptions(request)),
      { not: equals('id', row?.id ?? 0) },
    ],
  }
  const { folders } = request.context.store
  return (await folders.count(taken)) > 0 ? { name: ['Another folder here has this name'] } : undefined
}

async function parentProblem(
  request: RouteRequest,
  parent: number | null,
  row: Folder | undefined,
): Promise<FieldErrors | undefined> {
  const { folders } = request.context.store
  const problem = parent === null ? undefined : await targetProblem(folderCaller(request), parent)
  if (problem) return { parent_id: [problem] }
  const below = row ? await folders.below(row.id) : []
  if (parent !== null && below.includes(parent))
    return { parent_id: ['A folder cannot be moved into itself or into a folder in it'] }
  const paths = await folders.paths(below)
  const height = row ? Math.max(...below.map((id) => (paths.get(id) ?? []).indexOf(row.id))) + 1 : 1
  const depth = parent === null ? 0 : (await folders.path(parent)).length
  if (depth + height > MAX_FOLDER_LEVELS)
    return { parent_id: [`Folders nest at most ${MAX_FOLDER_LEVELS} levels deep`] }
  if (row) await requireMove(request, row, parent)
  return undefined
}

/** A move that gives more users rights is for owners who may edit everything in the folder. */
async function requireMove(request: RouteRequest, row: Folder, parent: number | null): Promise<void> {
  const { user, context } = request
  await requireFolderEdit(folderCaller(request), row.parent_id)
  await requireNotPublic(folderCaller(request), row.parent_id, parent)
  if (isAdmin(user) || !(await grantsNewRights(folderCaller(request), row.parent_id, parent, row.owners))) return
  const owned = await context.store.folders.count({ and: [equals('id', row.id), folderOwnership(user)] })
  if (owned === 0) throw new ApiError('folder-closed')
  await requireFolderLevel(folderCaller(request), row.id, 'edit')
}

export function createFolder(body: FolderBody, { context, user }: RouteRequest): Promise<Folder> {
  const draft = { name: '', ...selectEntityFields(folderEntity, body) } as FolderDraft
  return context.store.transaction((tx) => addFolder(tx, user, draft))
}

/**
 * Repeats the checks of a move after it has locked out other moves and grants: concurrent moves could make a cycle.
 */
async function requireParent(request: RouteRequest, id: number, parent: number | null): Promise<void> {
  const { folders } = request.context.store
  await folders.lock()
  const row = await folders.get(id)
  if (!row) throw new ApiError('not-found')
  const fields = parent === row.parent_id ? undefined : await parentProblem(request, parent, row)
  if (fields) throw new ApiError('fields-refused', { fields })
}

export function updateFolder(
  row: Folder,
  body: FolderBody,
  request: RouteRequest,
  ifVersion?: number,
): Promise<Folder> {
  const { context, user } = request
  return context.store.transaction(async (tx) => {
    const within = { ...request, context: { ...context, store: tx } }
    if (body.parent_id !== undefined) await requireParent(within, row.id, body.parent_id)
    const options = ifVersion === undefined ? {} : { ifVersion }
    const after = await tx.folders.update(row.id, selectEntityFields(folderEntity, body), user.userId, options)
    if (after.parent_id === row.parent_id) return after
    const among = { col: 'folder_id', op: 'in', value: await tx.folders.below(row.id) } as const
    await grantDatasetAccess(tx, user, (await tx.dashboards.list({ where: among })).ids)
    return after
  })
}
