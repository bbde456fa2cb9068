import { isAdmin } from '#core/access/ability.ts'
import { attachedDatabases } from '#core/access/attached-databases.ts'
import { allowedRows } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import { hasFullDatabaseAccess } from '#core/access/database-access.ts'
import { datasetAccess, type RuleOptions } from '#core/access/rules.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Dataset, DatasetColumn, DatasetHead } from '#core/entity/dataset.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { type Operand, simpleComparisons } from '#server/security/simple-condition.ts'
import { kindOf } from '#server/sql/values.ts'
import type { Store } from '#server/store/store.ts'
import { type DatasetWithRules, datasetsWithRules } from './row-rules.ts'

type RestrictionStore = Pick<Store, 'rowRules' | 'dashboards' | 'datasets' | 'columnMasks' | 'databases'>

/** The user who creates or created a guest token, and the guest of the token. */
interface CreatorAndGuest {
  readonly user: CurrentUser
  readonly guest: CurrentUser
}

/**
 * Throws `forbidden` if the user who creates a guest token may not read the dashboards and datasets of the guest,
 * `guest-restricted` if the guest would read rows or values of them that the user may not, and `guest-clause` if a
 * condition of the token could reveal more. The dashboards of a token can change after its creation, so that every
 * request with the token checks it again.
 */
export async function requireCreatorDataAccess(
  store: RestrictionStore,
  { user, guest }: CreatorAndGuest,
  rules: RuleOptions,
): Promise<void> {
  if (isAdmin(user)) return
  const { dashboards = [], datasets: ids = [] } = guest.guest ?? {}
  await requireAll(store.dashboards, dashboards, allowedRows(user, 'read', 'Dashboard', rules))
  if (ids.length === 0) return
  await requireAll(store.datasets, ids, allowedRows(user, 'read', 'Dataset', rules))
  await requireEqualRestrictions(store, { user, guest }, ids)
  await requireSimpleClauses(store, { user, guest }, rules)
}

/** Throws `forbidden` if one of the rows does not satisfy the condition. */
async function requireAll(
  rows: { count(where: Condition): Promise<number> },
  ids: readonly number[],
  where: Condition,
): Promise<void> {
  if (ids.length === 0) return
  const among = { col: 'id', op: 'in', value: ids } as const
  if ((await rows.count({ and: [among, where] })) < (await rows.count(among))) throw new ApiError('forbidden')
}

/**
 * Throws `guest-restricted` if a guest would read rows or values of these datasets that row rules or column masks hide
 * from the user who creates the token. A rule with a template counts as one that does not restrict the guest: the user
 * chooses the guest's name. So does SQL of a dataset that depends on its user.
 */
async function requireEqualRestrictions(
  store: RestrictionStore,
  { user, guest }: CreatorAndGuest,
  ids: readonly number[],
): Promise<void> {
  const { rows } = await store.datasets.list({ where: { col: 'id', op: 'in', value: ids } })
  for (const { id, table_name: name } of rows)
    if (dependsOnUser(await store.datasets.get(id))) throw new ApiError('guest-restricted', { args: [name] })
  for (const id of new Set(rows.map((row) => row.database_id))) {
    const used = rows.filter((row) => row.database_id === id)
    const own = (await restrictionsOf(store, user, id)).filter((each) => isRead(each.dataset, used))
    if (own.length === 0) continue
    const ofGuest = await restrictionsOf(store, guest, id)
    for (const each of own) {
      const same = ofGuest.find(({ dataset }) => dataset.id === each.dataset.id)
      if (!isAsStrict(same, each)) throw new ApiError('guest-restricted', { args: [each.dataset.table_name] })
    }
  }
}

/** Returns the row rules and masks of a user in a database and in the databases that it attaches. */
async function restrictionsOf(
  store: RestrictionStore,
  user: CurrentUser,
  databaseId: number,
): Promise<readonly DatasetWithRules[]> {
  const database = await store.databases.get(databaseId)
  const attached = database ? attachedDatabases(database).map(({ id }) => id) : []
  const found: DatasetWithRules[] = []
  for (const id of new Set([databaseId, ...attached])) found.push(...(await datasetsWithRules(store, user, { id })))
  return found
}

/**
 * Throws `guest-clause` if a condition of the token may reveal more than its creator may read: row rules read all rows
 * and may have sub-queries. The creator of such conditions must be able to read every table of the database without
 * restrictions; others compare columns of readable datasets that have no mask with values of their type.
 */
async function requireSimpleClauses(
  store: RestrictionStore,
  { user, guest }: CreatorAndGuest,
  options: RuleOptions,
): Promise<void> {
  const { datasets = [], rules = [] } = guest.guest ?? {}
  const restricted = new Map<number, readonly DatasetWithRules[] | undefined>()
  for (const { dataset: named, clause } of rules)
    for (const id of named === null ? datasets : [named]) {
      const dataset = await store.datasets.get(id)
      if (!dataset) continue
      const { database_id: databaseId } = dataset
      if (!restricted.has(databaseId))
        restricted.set(databaseId, await restrictionsIn(store, { user, guest }, databaseId))
      const restrictions = restricted.get(databaseId)
      if (!restrictions) continue
      const isOwnRule = restrictions.some(
        (each) => each.dataset.id === id && each.rules.some((rule) => rule.length === 1 && rule[0] === clause),
      )
      if (isOwnRule) continue
      const isReadable = datasets.includes(id) || (await canReadDataset(store, user, id, options))
      if (!isReadable || !isSimpleClause(clause, dataset, restrictions))
        throw new ApiError('guest-clause', { args: [clause] })
    }
}

async function canReadDataset(
  { datasets }: RestrictionStore,
  user: CurrentUser,
  id: number,
  options: RuleOptions,
): Promise<boolean> {
  return (await datasets.count({ and: [{ col: 'id', op: 'eq', value: id }, datasetAccess(user, options)] })) > 0
}

/**
 * Returns the row rules and masks of the creator and the guest in a database; undefined if the creator may read all of
 * its rows.
 */
async function restrictionsIn(
  store: RestrictionStore,
  { user, guest }: CreatorAndGuest,
  databaseId: number,
): Promise<readonly DatasetWithRules[] | undefined> {
  const database = await store.databases.get(databaseId)
  const own = await restrictionsOf(store, user, databaseId)
  if (database && own.length === 0 && hasFullDatabaseAccess(user, database)) return undefined
  const masked = (await restrictionsOf(store, guest, databaseId)).map((each) => ({ ...each, rules: [] }))
  return [...own, ...masked]
}

function isSimpleClause(clause: string, { columns }: Dataset, restrictions: readonly DatasetWithRules[]): boolean {
  const fold = (name: string) => name.toLowerCase()
  const known = new Map(columns.flatMap((each) => (each.expression ? [] : [[fold(each.column_name), each] as const])))
  for (const { masks } of restrictions) for (const { column } of masks) known.delete(fold(column))
  return (
    simpleComparisons(clause)?.every((operands) => isComparable(operands, (name) => known.get(fold(name)))) ?? false
  )
}

/**
 * True if an engine can compare the operands without converting a column: the error of a failed conversion would quote
 * its value, also that of a row which other rules hide.
 */
function isComparable(operands: readonly Operand[], columnNamed: (name: string) => DatasetColumn | undefined): boolean {
  const columns = operands.flatMap((each) => (each.kind === 'column' ? [columnNamed(each.name)] : []))
  const [first] = columns
  if (first === undefined) return columns.length === 0
  const values = operands.filter(({ kind }) => kind !== 'column' && kind !== 'null')
  const isTyped = ['number', 'moment', 'boolean'].includes(kindOf(first))
  return columns.every((each) => each?.type === first.type) && (isTyped || values.every(({ kind }) => kind === 'text'))
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
