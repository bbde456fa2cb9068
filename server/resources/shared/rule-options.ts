import { type RuleOptions, requestRules } from '#core/access/rules.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { FolderCaller } from '#server/security/folder-rights.ts'

/** Returns the settings that access rules depend on besides user and row. */
export function ruleOptions({ context }: RouteRequest): RuleOptions {
  return requestRules(context.config.flags)
}

/** Returns the caller of a request for the checks of rights on folders. */
export function folderCaller(request: RouteRequest): FolderCaller {
  return { store: request.context.store, user: request.user, rules: ruleOptions(request) }
}
