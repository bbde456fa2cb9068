import { type RowRule, rowRuleEntity } from '#core/entity/row-rule.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { presentAuditFields } from '#server/resources/shared/present-audit-fields.ts'
import { presentFields } from '#server/resources/shared/entity-resource.ts'

/** Returns rules with the names of their datasets and roles. */
export async function presentRowRules(
  rules: readonly RowRule[],
  request: RouteRequest,
): Promise<Record<string, unknown>[]> {
  const { store, now } = request.context
  const usersById = await loadUsers(store, rules)
  const among = (ids: readonly number[]) => ({ where: { col: 'id', op: 'in', value: [...new Set(ids)] } }) as const
  const datasets = (await store.datasets.list(among(rules.flatMap(({ tables }) => tables)))).rows
  const roles = (await store.roles.list(among(rules.flatMap((rule) => rule.roles)))).rows
  return rules.map((rule) => ({
    ...presentAuditFields(rule, usersById, now()),
    ...presentFields(rowRuleEntity, rule, 'show'),
    tables: datasets
      .filter(({ id }) => rule.tables.includes(id))
      .map(({ id, schema, table_name }) => ({ id, schema, table_name })),
    roles: roles.filter(({ id }) => rule.roles.includes(id)).map(({ id, name }) => ({ id, name })),
  }))
}
