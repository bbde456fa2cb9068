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
export function clausesFor(user: RoleHolder, rules: readonly Rule[]): readonly (readonly string[])[] {
  const [own = [], ...others] = roleSets(user).map((roleIds) => clausesOfRoles(roleIds, rules))
  const known = new Set(own.map((clauses) => JSON.stringify(clauses)))
  return [...own, ...others.flat().filter((clauses) => !known.has(JSON.stringify(clauses)))]
}

function clausesOfRoles(roleIds: readonly number[], rules: readonly Rule[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>()
  for (const [index, rule] of rules.entries()) {
    if (!appliesToRoles(roleIds, rule)) continue
    const key = rule.group_key?.trim() ? `group ${rule.group_key.trim()}` : `rule ${index}`
    groups.set(key, [...(groups.get(key) ?? []), rule.clause])
  }
  return [...groups.values()]
}

type RoleHolder = Pick<CurrentUser, 'roleIds' | 'roleLimit'>

/**
 * Returns the sets of roles that restrict the user. An API token that is limited to a role reads what both the role and
 * its user may read.
 */
function roleSets({ roleIds, roleLimit }: RoleHolder): readonly (readonly number[])[] {
  return roleLimit ? [roleIds, roleLimit.heldRoleIds] : [roleIds]
}

/** True if a rule applies to the user: by a role, or, if its type is Base, unless the user has one of its roles. */
export function appliesTo(user: RoleHolder, rule: Pick<Rule, 'filter_type' | 'roles'>): boolean {
  return roleSets(user).some((roleIds) => appliesToRoles(roleIds, rule))
}

function appliesToRoles(
  roleIds: readonly number[],
  { filter_type, roles }: Pick<Rule, 'filter_type' | 'roles'>,
): boolean {
  const member = roles.some((id) => roleIds.includes(id))
  return filter_type === 'Base' ? !member : member
}
