import { isAdmin } from '#core/access/ability.ts'
import { allowedRows } from '#core/access/can.ts'
import type { RuleOptions } from '#core/access/rules.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Dataset, DatasetHead } from '#core/entity/dataset.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Store } from '#server/store/store.ts'
import { type DatasetWithRules, datasetsWithRules } from './row-rules.ts'

/** The user who creates or created a guest token, and the guest of the token. */
interface CreatorAndGuest {
  readonly user: CurrentUser
  readonly guest: CurrentUser
}

/**
 * Throws `forbidden` if the user who creates a guest token may not read the datasets of the guest, and `guest-restricted`
 * if the guest would read rows or values of them that the user may not. The dashboards of a token can change after its
 * creation, so that every request with the token checks it again.
 */
export async function requireCreatorDataAccess(
  store: Pick<Store, 'rowRules' | 'datasets' | 'columnMasks'>,
  { user, guest }: CreatorAndGuest,
  rules: RuleOptions,
): Promise<void> {
  const ids = guest.guest?.datasets ?? []
  if (isAdmin(user) || ids.length === 0) return
  const among = { col: 'id', op: 'in', value: ids } as const
  const readable = await store.datasets.count({ and: [among, allowedRows(user, 'read', 'Dataset', rules)] })
  if (readable < (await store.datasets.count(among))) throw new ApiError('forbidden')
  await requireEqualRestrictions(store, { user, guest }, ids)
}

/**
 * Throws `guest-restricted` if a guest would read rows or values of these datasets that row rules or column masks hide
 * from the user who creates the token. A rule with a template counts as one that does not restrict the guest: the user
 * chooses the guest's name. So does SQL of a dataset that depends on its user.
 */
async function requireEqualRestrictions(
  store: Pick<Store, 'rowRules' | 'datasets' | 'columnMasks'>,
  { user, guest }: CreatorAndGuest,
  ids: readonly number[],
): Promise<void> {
  const { rows } = await store.datasets.list({ where: { col: 'id', op: 'in', value: ids } })
  for (const { id, table_name: name } of rows)
    if (dependsOnUser(await store.datasets.get(id))) throw new ApiError('guest-restricted', { args: [name] })
  for (const id of new Set(rows.map((row) => row.database_id))) {
    const used = rows.filter((row) => row.database_id === id)
    const own = (await datasetsWithRules(store, user, { id })).filter((each) => isRead(each.dataset, used))
    if (own.length === 0) continue
    const ofGuest = await datasetsWithRules(store, guest, { id })
    for (const each of own) {
      const same = ofGuest.find(({ dataset }) => dataset.id === each.dataset.id)
      if (!isAsStrict(same, each)) throw new ApiError('guest-restricted', { args: [each.dataset.table_name] })
    }
  }
}

/** True if the datasets may read a table: by its name, or by SQL, which may name any table. */
function isRead(table: DatasetWithRules['dataset'], used: readonly Pick<DatasetHead, 'id' | 'table_name' | 'sql'>[]) {
  const name = table.table_name.toLowerCase()
  return used.some(({ id, sql, table_name }) => id === table.id || sql || table_name.toLowerCase() === name)
}

/** True if all rules and masks of one are among those of the other. */
function isAsStrict(other: DatasetWithRules | undefined, { rules, masks }: DatasetWithRules): boolean {
  const has = (all: readonly unknown[] | undefined, part: unknown) =>
    all?.some((each) => JSON.stringify(each) === JSON.stringify(part)) ?? false
  const isFixed = (clauses: readonly string[]) => clauses.every((clause) => !/\{[{%]/.test(clause))
  return (
    rules.every((rule) => isFixed(rule) && has(other?.rules, rule)) && masks.every((mask) => has(other?.masks, mask))
  )
}

/** Macros whose values depend on the user, and those that insert SQL of another dataset. */
const USER_MACROS = /\b(current_user(name|_id|_email|_roles)|attribute|dataset|dataset_id)\b|\bmetric\s*\([^)]*,/

/** True if SQL of the dataset has a template that can give different users different rows or values. */
function dependsOnUser(dataset: Dataset | undefined): boolean {
  if (!dataset) return false
  const { sql, fetch_values_predicate: predicate, columns, metrics } = dataset
  const expressions = [...columns, ...metrics].map(({ expression }) => expression)
  return [sql, predicate, ...expressions].some((text) =>
    text?.match(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g)?.some((template) => USER_MACROS.test(template)),
  )
}
