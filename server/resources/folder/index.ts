import { hasPermission } from '#core/access/ability.ts'
import type { Action } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import { folderAccess, folderEditAccess } from '#core/access/rules.ts'
import { type Folder, type FolderBody, folderEntity, MAX_FOLDER_LEVELS } from '#core/entity/folder.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { relationOperators } from '#server/resources/operators.ts'
import type { Resource } from '#server/resources/resource.ts'
import { listingOf } from '#server/resources/shared/entity-resource.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { createFolder, parseFolder, updateFolder } from './body.ts'
import { presentFolders } from './present.ts'
import { removeFolders, requireRemovable } from './remove.ts'

const VIEW = 'Folder'

const owners = ['id', 'first_name', 'last_name', 'username'].map((part) => `owners.${part}`)

const listing = listingOf(folderEntity, {
  columns: [...owners, 'parent.id', 'parent.name', 'path.id', 'path.name', 'is_owner', 'changed_by_name'],
  base: [{ column: 'name', direction: 'asc' }],
  // A parent that the caller may not see counts as absent.
  filters: {
    parent: relationOperators('parent_id').map((each) => ({
      ...each,
      condition: (value, user, options) => ({
        and: [each.condition(value, user, options) ?? false, { some: 'parent', where: folderAccess(user, options) }],
      }),
    })),
  },
  related: { owners: 'user', parent: 'folder' },
})

function rule(request: RouteRequest, action: Action): Condition {
  const { user } = request
  if (!hasPermission(user, action === 'write' ? 'can_write' : 'can_read', VIEW)) return false
  return action === 'write' ? folderEditAccess(user) : folderAccess(user, ruleOptions(request))
}

/** Returns the changes of a restored folder: without a folder above that exists and the caller may change, it is a root folder. */
async function freeParent(row: Folder, request: RouteRequest): Promise<Readonly<Record<string, unknown>>> {
  if (row.parent_id === null) return {}
  const { folders } = request.context.store
  const above: Condition = { and: [{ col: 'id', op: 'eq', value: row.parent_id }, rule(request, 'write')] }
  const depth = (await folders.path(row.parent_id)).length + 1
  return (await folders.count(above)) > 0 && depth <= MAX_FOLDER_LEVELS ? {} : { parent_id: null }
}

/** Folders of dashboards, charts and datasets. */
export const folder: Resource<Folder, FolderBody> = {
  name: 'folder',
  permission: VIEW,
  nouns: { one: 'Folder', many: 'Folders', model: 'Folder' },
  listing,
  repository: (store) => store.folders,
  rule,
  bodies: folderEntity,
  parse: parseFolder,
  create: createFolder,
  update: updateFolder,
  present: presentFolders,
  beforeRemove: requireRemovable,
  remove: removeFolders,
  beforeRestore: async (_, { context }) => requireWithin('folders', (await context.store.folders.count(true)) + 1),
  bin: { nameOf: ({ name }) => name, free: freeParent },
}
