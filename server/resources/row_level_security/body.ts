import { savedOrOwnCondition } from '#core/access/rules.ts'
import { type RowRule, type RowRuleBody, type RowRuleDraft, rowRuleEntity } from '#core/entity/row-rule.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import { selectEntityFields, parseEntityBody } from '#core/entity/entity-definition.ts'
import { clauseProblem } from '#server/data/errors/clause-problem.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Parsed } from '#server/resources/resource.ts'

/** Maximum datasets of a rule on which its clause is checked. An error is reported for each of the first ones. */
const MAX_CLAUSE_CHECKS = 200

/** Parses a rule: its shape, its name, its datasets and roles, and its clause on each of its datasets. */
export async function parseRowRule(body: unknown, request: RouteRequest, row?: RowRule): Promise<Parsed<RowRuleBody>> {
  const read = parseEntityBody(rowRuleEntity, body, row ? 'update' : 'create')
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const problems = await findProblems(read.ok, request, row)
  const errors = Object.keys(problems).length > 0 ? problems : await clauseErrors(read.ok, request, row)
  return Object.keys(errors).length > 0 ? { errors, status: 422 } : read
}

async function findProblems(
  rule: RowRuleBody,
  { context: { store }, user }: RouteRequest,
  row?: RowRule,
): Promise<FieldErrors> {
  const { name } = rule
  const [tables, roles] = [rule.tables ?? [], rule.roles ?? []]
  const twin = !name ? undefined : await store.rowRules.find({ col: 'name', op: 'eq', value: name })
  const [datasets, found] = await Promise.all([
    store.datasets.count({ and: [{ col: 'id', op: 'in', value: tables }, savedOrOwnCondition(user)] }),
    store.roles.count({ col: 'id', op: 'in', value: roles }),
  ])
  return {
    ...(twin && twin.id !== row?.id ? { name: ['Name must be unique'] } : {}),
    ...(datasets < new Set(tables).size ? { tables: ['Datasource does not exist'] } : {}),
    ...(found < new Set(roles).size ? { roles: ['Some roles do not exist'] } : {}),
  }
}

/** Returns the engines' errors in the clause, by dataset. Changes of other fields do not check the clause again. */
async function clauseErrors(rule: RowRuleBody, { context, user }: RouteRequest, row?: RowRule): Promise<FieldErrors> {
  const clause = rule.clause ?? row?.clause
  const isSame = clause === row?.clause
  const checked = (rule.tables ?? row?.tables ?? []).filter((id) => !isSame || !row?.tables.includes(id))
  if (clause === undefined) return {}
  const problems: string[] = []
  for (const id of [...new Set(checked)].slice(0, MAX_CLAUSE_CHECKS)) {
    const dataset = await context.store.datasets.get(id)
    const database = dataset && (await context.store.databases.get(dataset.database_id))
    if (!database) continue
    const { chartData, store } = context
    const problem = await clauseProblem({ chartData, store, user, database }, dataset, clause)
    if (problem !== undefined) problems.push(`${dataset.table_name}: ${problem}`)
  }
  return problems.length > 0 ? { clause: problems } : {}
}

export function createRowRule(body: RowRuleBody, { context, user }: RouteRequest): Promise<RowRule> {
  return context.store.rowRules.create(selectEntityFields(rowRuleEntity, body) as RowRuleDraft, user.userId)
}

export function updateRowRule(row: RowRule, body: RowRuleBody, { context, user }: RouteRequest, ifVersion?: number) {
  const options = ifVersion === undefined ? {} : { ifVersion }
  return context.store.rowRules.update(row.id, selectEntityFields(rowRuleEntity, body), user.userId, options)
}
