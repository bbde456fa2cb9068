import type { RowRule, RowRuleDraft } from '#core/entity/row-rule.ts'
import { readBody } from '#core/rest/body.ts'
import type { FieldErrors } from '#core/rest/fault.ts'
import { type RowRuleUpdate, rowRuleCreate, rowRuleUpdate } from '#core/rest/row-rule.ts'
import type { Asked } from '#server/route/route.ts'
import type { Parsed } from '#server/resources/resource.ts'
import { compact } from '#server/resources/shared/compact.ts'

/** A rule checked: its shape, its name, and that its datasets and roles are there. */
export async function parseRowRule(body: unknown, asked: Asked, row?: RowRule): Promise<Parsed<RowRuleUpdate>> {
  const read = row ? readBody(rowRuleUpdate, body) : readBody(rowRuleCreate, body)
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const errors = await troubles(read.ok, asked, row)
  return Object.keys(errors).length > 0 ? { errors, status: 422 } : read
}

async function troubles(rule: RowRuleUpdate, { context: { store } }: Asked, row?: RowRule): Promise<FieldErrors> {
  const { tables = [], roles = [], name } = rule
  const twin = name === undefined ? undefined : await store.rowRules.find({ col: 'name', op: 'eq', value: name })
  const [datasets, found] = await Promise.all([
    store.datasets.count({ col: 'id', op: 'in', value: tables }),
    store.roles.count({ col: 'id', op: 'in', value: roles }),
  ])
  return {
    ...(twin && twin.id !== row?.id ? { name: ['Name must be unique'] } : {}),
    ...(datasets < new Set(tables).size ? { tables: ['Datasource does not exist'] } : {}),
    ...(found < new Set(roles).size ? { roles: ['Some roles do not exist'] } : {}),
  }
}

export function createRowRule(body: RowRuleUpdate, { context, user }: Asked): Promise<RowRule> {
  return context.store.rowRules.create(compact(body) as RowRuleDraft, user.userId)
}

export function updateRowRule(row: RowRule, body: RowRuleUpdate, { context, user }: Asked, ifVersion?: number) {
  const options = ifVersion === undefined ? {} : { ifVersion }
  return context.store.rowRules.update(row.id, compact(body), user.userId, options)
}
