import type { CurrentUser } from '#core/access/current-user.ts'
import type { RowRule } from '#core/entity/row-rule.ts'

type Rule = Pick<RowRule, 'filter_type' | 'group_key' | 'clause' | 'roles'>

/**
 * Returns the clauses of the rules that apply to a user: one list per group. One clause of each group must hold, and
 * all groups must hold. Administrators are treated like all other users.
 */
export function clausesFor(user: Pick<CurrentUser, 'roleIds'>, rules: readonly Rule[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>()
  for (const [index, rule] of rules.entries()) {
    if (!concerns(user, rule)) continue
    const key = rule.group_key?.trim() ? `group ${rule.group_key.trim()}` : `rule ${index}`
    groups.set(key, [...(groups.get(key) ?? []), rule.clause])
  }
  return [...groups.values()]
}

function concerns(user: Pick<CurrentUser, 'roleIds'>, { filter_type, roles }: Rule): boolean {
  const member = roles.some((id) => user.roleIds.includes(id))
  return filter_type === 'Base' ? !member : member
}
