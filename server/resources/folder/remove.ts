import { isAdmin } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import { editAccess } from '#core/access/rules.ts'
import type { Folder } from '#core/entity/folder.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { folderCaller } from '#server/resources/shared/rule-options.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { requireFolderEdit } from '#server/security/folder-rights.ts'

/** True if the contents of deleted folders move to the folder above: `?contents=up`. */
function movesUp({ query }: RouteRequest): boolean {
  const { contents } = query
  if (contents !== undefined && contents !== 'up')
    throw new ApiError('fields-wrong', { fields: { contents: ['Must be: up.'] } })
  return contents === 'up'
}

/** Requires that folders are empty, or that the caller may move their contents up. */
export async function requireRemovable(rows: readonly Folder[], request: RouteRequest): Promise<void> {
  const { context, user } = request
  const isUp = movesUp(request)
  const ids = rows.map(({ id }) => id)
  const inside: Condition = { col: 'folder_id', op: 'in', value: ids }
  const { dashboards, charts, datasets, folders } = context.store
  const below: Condition = {
    and: [
      { col: 'parent_id', op: 'in', value: ids },
      { col: 'id', op: 'nin', value: ids },
    ],
  }
  const counts = await Promise.all([
    dashboards.count(inside),
    charts.count(inside),
    datasets.count(inside),
    folders.count(below),
  ])
  if (counts.every((count) => count === 0)) return
  if (!isUp) throw new ApiError('folder-not-empty')
  for (const { parent_id } of rows) await requireFolderEdit(folderCaller(request), parent_id)
  if (isAdmin(user)) return
  const foreign = await Promise.all([
    dashboards.count({ and: [inside, { not: editAccess(user, 'Dashboard') }] }),
    charts.count({ and: [inside, { not: editAccess(user, 'Chart') }] }),
    datasets.count({ and: [inside, { not: editAccess(user, 'Dataset') }] }),
  ])
  if (foreign.some((count) => count > 0)) throw new ApiError('forbidden')
}

/** Moves folders to the bin, the deepest first; what they contain moves to the folder above. */
export function removeFolders(
  ids: readonly number[],
  { context, user }: RouteRequest,
  options: { readonly ifVersion?: number },
): Promise<void> {
  return context.store.transaction(async (inside) => {
    await inside.folders.lock()
    const paths = await inside.folders.paths(ids)
    const depth = (id: number) => paths.get(id)?.length ?? 0
    for (const id of ids.toSorted((a, b) => depth(b) - depth(a))) {
      const row = await inside.folders.get(id)
      await inside.folders.remove([id], user.userId, options)
      await inside.folders.moveContents(id, row?.parent_id ?? null, user.userId)
    }
  })
}
