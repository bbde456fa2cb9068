import type { RuleOptions } from '#core/access/rules.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** What the rules of access depend on beside user and row. */
export function ruleOptions({ context }: RouteRequest): RuleOptions {
  return { byRole: context.config.flags.DASHBOARD_RBAC }
}
