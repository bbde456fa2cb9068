import { isAdmin, PUBLIC_ROLE } from '#core/access/ability.ts'
import type { Grant } from '#core/entity/grant.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { type GrantLevel, includesLevel } from '#core/rest/grant-level.ts'
import type { LoggedGrantChange } from '#core/rest/grant.ts'
import { folderCaller } from '#server/resources/shared/rule-options.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { requireFolderLevel } from '#server/security/folder-rights.ts'
import { requireOwnAccess } from './body.ts'
import { nameableSubjects } from './objects.ts'

type Action = LoggedGrantChange['action']

/** The changes of grants on one object that the caller may see and undo. */
interface UndoChecks {
  /** True if the caller may make the change that undoes the last one of a grant; `before` is the level before it. */
  readonly canUndo: (grant: Grant, action: Action, before: GrantLevel) => Promise<boolean>
}

/** Returns the checks of grants, which must be on one object that the caller manages. */
export async function undoChecks(request: RouteRequest, grants: readonly Grant[]): Promise<UndoChecks> {
  const isNameable = await nameableSubjects(request, grants)
  const isLevelAllowed = levelCheck(request)
  const publicRole = await request.context.store.roles.byName(PUBLIC_ROLE)
  const isDenied = ({ role_id }: Grant) => !isAdmin(request.user) && role_id !== null && role_id === publicRole?.id
  return {
    async canUndo(grant, action, before) {
      if (action === 'create' || (action === 'update' && includesLevel(grant.level, before))) return true
      if (isDenied(grant) || (action === 'delete' && !isNameable(grant))) return false
      return isLevelAllowed(grant, before)
    },
  }
}

/** Returns a function that is true if the caller may grant a level; each level of the object is checked once. */
function levelCheck(request: RouteRequest): (grant: Grant, level: GrantLevel) => Promise<boolean> {
  const checked = new Map<GrantLevel, Promise<boolean>>()
  return (grant, level) => {
    const result = checked.get(level) ?? canGrantLevel(request, grant, level)
    checked.set(level, result)
    return result
  }
}

async function canGrantLevel(request: RouteRequest, grant: Grant, level: GrantLevel): Promise<boolean> {
  const { dashboard_id, folder_id } = grant
  try {
    if (dashboard_id !== null) await requireOwnAccess(request, dashboard_id)
    if (folder_id !== null) await requireFolderLevel(folderCaller(request), folder_id, level)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
