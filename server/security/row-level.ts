import type { CurrentUser } from '#core/access/current-user.ts'
import type { RowRule } from '#core/entity/row-rule.ts'

/** Returns the clauses of a guest token for a dataset; each must hold. */
export function guestClauses({ guest }: Pick<CurrentUser, 'guest'>, dataset: number): readonly (readonly string[])[] {
  const rules = guest?.rules.filter((rule) => rule.dataset === null || rule.dataset === dataset) ?? []
  return rules.map(({ clause }) => [clause])
}

type Rule = Pick<RowRule, 'filter_type' | 'group_key' | 'clause' | 'roles'>

/**
 * Returns the clauses of the rules that apply to a user: one list per group. One clause of each group must hold, and
 * all groups must hold. Administrators are treated like all other users.
 */
export function clausesFor(user: Pick<CurrentUser, 'roleIds'>, rules: readonly Rule[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>()
  for (const [index, rule] of rules.entries()) {
    if (!appliesTo(user, rule)) continue
    const key = rule.group_key?.trim() ? `group ${rule.group_key.trim()}` : `rule ${index}`
    groups.set(key, [...(groups.get(key) ?? []), rule.clause])
  }
  return [...groups.values()]
}

/** True if a rule applies to the user: by a role, or, if its type is Base, unless the user has one of its roles. */
export function appliesTo(
  user: Pick<CurrentUser, 'roleIds'>,
  { filter_type, roles }: Pick<Rule, 'filter_type' | 'roles'>,
): boolean {
  const member = roles.some((id) => user.roleIds.includes(id))
  return filter_type === 'Base' ? !member : member
}
