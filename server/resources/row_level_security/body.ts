import { type RowRule, type RowRuleBody, type RowRuleDraft, rowRuleThing } from '#core/entity/row-rule.ts'
import type { FieldErrors } from '#core/rest/fault.ts'
import { patchOf, readThing } from '#core/thing/thing.ts'
import type { Asked } from '#server/route/route.ts'
import type { Parsed } from '#server/resources/resource.ts'

/** A rule checked: its shape, its name, and that its datasets and roles are there. */
export async function parseRowRule(body: unknown, asked: Asked, row?: RowRule): Promise<Parsed<RowRuleBody>> {
  const read = readThing(rowRuleThing, body, row ? 'update' : 'create')
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const errors = await troubles(read.ok, asked, row)
  return Object.keys(errors).length > 0 ? { errors, status: 422 } : read
}

async function troubles(rule: RowRuleBody, { context: { store } }: Asked, row?: RowRule): Promise<FieldErrors> {
  const { name } = rule
  const [tables, roles] = [rule.tables ?? [], rule.roles ?? []]
  const twin = !name ? undefined : await store.rowRules.find({ col: 'name', op: 'eq', value: name })
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

export function createRowRule(body: RowRuleBody, { context, user }: Asked): Promise<RowRule> {
  return context.store.rowRules.create(patchOf(rowRuleThing, body) as RowRuleDraft, user.userId)
}

export function updateRowRule(row: RowRule, body: RowRuleBody, { context, user }: Asked, ifVersion?: number) {
  const options = ifVersion === undefined ? {} : { ifVersion }
  return context.store.rowRules.update(row.id, patchOf(rowRuleThing, body), user.userId, options)
}
