import { type RuleOptions, requestRules } from '#core/access/rules.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Returns the settings that access rules depend on besides user and row. */
export function ruleOptions({ context }: RouteRequest): RuleOptions {
  return requestRules(context.config.flags)
}
