import { satisfies } from '#core/access/condition.ts'
import { folderOwnership } from '#core/access/rules.ts'
import { type Folder, folderEntity } from '#core/entity/folder.ts'
import { presentFields } from '#server/resources/shared/entity-resource.ts'
import { visibleFolders } from '#server/resources/shared/folder-names.ts'
import { presentAuditFields } from '#server/resources/shared/present-audit-fields.ts'
import { loadUsers, ownersOf } from '#server/resources/shared/users-by-id.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Returns folders in response form, with the folders above them that the caller may see, from the root down. */
export async function presentFolders(
  rows: readonly Folder[],
  request: RouteRequest,
  as: 'list' | 'show',
): Promise<readonly Record<string, unknown>[]> {
  const { store, now } = request.context
  const usersById = await loadUsers(store, rows)
  const paths = await store.folders.paths(rows.map(({ id }) => id))
  const named = await visibleFolders([...paths.values()].flat(), request)
  const manages = folderOwnership(request.user)
  const at = now()
  return rows.map((row) => {
    const above = (paths.get(row.id) ?? []).filter((id) => id !== row.id)
    return {
      ...presentAuditFields(row, usersById, at),
      ...presentFields(folderEntity, row, as),
      owners: ownersOf(usersById, row),
      parent: named.get(row.parent_id ?? 0) ?? null,
      path: above.toReversed().flatMap((id) => named.get(id) ?? []),
      is_owner: satisfies(manages, { ...row }),
    }
  })
}
