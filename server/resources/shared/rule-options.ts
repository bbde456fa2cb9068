import type { RuleOptions } from '#core/access/rules.ts'
import type { Asked } from '#server/route/route.ts'

/** What the rules of access depend on beside user and row. */
export function ruleOptions({ context }: Asked): RuleOptions {
  return { byRole: context.config.flags.DASHBOARD_RBAC }
}
