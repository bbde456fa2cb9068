import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '#core/access/condition.ts'
import { foldText } from '#core/access/fold-text.ts'
import { bind, type BoundValue } from './bind.ts'
import { ConditionPrinter } from './condition-sql.ts'
import type { Context } from './context.ts'
import { InvalidValue, UnknownColumn } from './errors.ts'
import type { ListQuery, Order } from './repository.ts'
import type { ColumnKind } from '#core/entity/field.ts'
import type { Entity } from '#core/entity/entity.ts'
import { type Table, tableNamed } from './tables.ts'

/** A row as returned by repositories: columns by name, links as lists of ids. */
export type Row = Record<string, unknown> & { readonly id: number; readonly version: number }

type RawRow = Record<string, BoundValue>

const TYPES = { integer: 'number', text: 'string', boolean: 'boolean' } as const

/** Returns the stored value of a column; rejects values of another type. */
export function encodeValue(value: unknown, kind: ColumnKind, name: string): BoundValue {
  if (value === null && kind.endsWith('?')) return null
  const wanted = TYPES[kind.replace('?', '') as keyof typeof TYPES]
  // biome-ignore lint/suspicious/useValidTypeof: the name comes from a table of type names
  if (typeof value !== wanted)
    throw new InvalidValue(`${name} takes ${kind}, not ${value === null ? 'null' : typeof value}`)
  return bind(value)
}

/** Returns the stored values of these columns and of their folded copies. */
export function encodeRow(values: Readonly<Record<string, unknown>>, table: Table): RawRow {
  const row: RawRow = {}
  for (const [name, value] of Object.entries(values)) {
    const kind = table.columns[name]
    if (!kind) throw new UnknownColumn(`${table.name} has no column ${name}`)
    const cell = encodeValue(value, kind, name)
    row[name] = cell
    if (table.folded.includes(name)) row[`${name}_folded`] = typeof cell === 'string' ? foldText(cell) : null
  }
  return row
}

/** Returns rows in repository form from driver rows. */
function decodeRows<E extends Entity>(rows: readonly RawRow[], table: Table<E>): (Row & E)[] {
  const columns = Object.entries(table.columns)
  return rows.map((raw) => {
    const row: Record<string, unknown> = {}
    for (const [name, kind] of columns) row[name] = kind === 'boolean' ? raw[name] === 1 : raw[name]
    for (const name of table.links) row[name] = raw[name] ? String(raw[name]).split(',').map(Number) : []
    return row as Row & E
  })
}

/** Returns the ids of the linked live rows, ascending, as one text. */
function linkedIdsSql(name: string, table: Table): string {
  const relation = table.relations[name]
  if (!relation || !('through' in relation)) throw new Error(`${table.name}.${name} is not a link`)
  const { through, here, there, to, only = {} } = relation
  const fixed = Object.entries(only).map(([column, value]) => ` and l."${column}" = '${value}'`)
  return `(select string_agg(cast(l."${there}" as text), ',' order by l."${there}") from "${through}" as l
    join "${to}" as x on x.id = l."${there}" and x.deleted_at is null
    where l."${here}" = t.id${fixed.join('')}) as "${name}"`
}

const selections = new WeakMap<Table, RawBuilder<unknown>>()

/**
 * Returns the select list of a row. The text is built once: it has no parameters, and compiling it costs more than the
 * read.
 */
function selection(table: Table): RawBuilder<unknown> {
  let all = selections.get(table)
  if (!all) {
    const columns = Object.keys(table.columns).map((name) => `t."${name}"`)
    all = sql.raw([...columns, ...table.links.map((name) => linkedIdsSql(name, table))].join(', '))
    selections.set(table, all)
  }
  return all
}

/** Which rows are read: live ones, those in the bin, or both. */
type DeletionFilter = 'living' | 'bin' | 'both'

function conditionSql(context: Context, table: Table, where: Condition, sphere: DeletionFilter): RawBuilder<boolean> {
  const printed = new ConditionPrinter(context.engine).print(where, table, 't')
  if (sphere === 'both') return printed
  return sql`t.deleted_at is ${sql.raw(sphere === 'bin' ? 'not null' : 'null')} and ${printed}`
}

/** Returns the sort key: the folded copy of a column, if there is one. */
function sortKey(context: Context, { column, where = true }: Order, table: Table): RawBuilder<unknown> {
  const [first = '', second] = column.split('.')
  if (second === undefined) {
    const key = sql.ref(`t.${sortColumn(first, table)}`)
    if (where === true) return key
    return sql`case when ${new ConditionPrinter(context.engine).print(where, table, 't')} then ${key} end`
  }
  const relation = table.relations[first]
  if (!relation || !('fk' in relation)) throw new UnknownColumn(`${table.name} cannot be sorted by ${column}`)
  const target = tableNamed(relation.to)
  const seen = where === true ? sql`` : sql` and ${new ConditionPrinter(context.engine).print(where, target, 'o')}`
  return sql`(select ${sql.ref(`o.${sortColumn(second, target)}`)} from ${sql.table(relation.to)} as o where o.id = ${sql.ref(`t.${relation.fk}`)}${seen})`
}

function sortColumn(name: string, table: Table): string {
  if (!table.columns[name] || table.secret.includes(name)) {
    throw new UnknownColumn(`${table.name} cannot be sorted by ${name}`)
  }
  return table.folded.includes(name) ? `${name}_folded` : name
}

function orderSql(context: Context, order: readonly Order[], table: Table): RawBuilder<unknown> {
  const keys = order.map((each) => {
    const { column, direction } = each
    // A column without nulls can be sorted by its index.
    const nulls = table.columns[column] && !table.columns[column].endsWith('?') ? '' : 'nulls last'
    return sql`${sortKey(context, each, table)} ${sql.raw(`${direction === 'asc' ? 'asc' : 'desc'} ${nulls}`)}`
  })
  return sql.join([...keys, sql`t.id`])
}

/** Returns the matching rows, sorted and paged; `lock` prevents other changes to them during this transaction. */
export async function readRows<E extends Entity>(
  context: Context,
  table: Table<E>,
  query: ListQuery,
  options: { readonly deleted?: boolean; readonly lock?: boolean } = {},
): Promise<(Row & E)[]> {
  const { where = true, order = [], page = 0, pageSize } = query
  const from = sql`from ${sql.table(table.name)} as t`
  const sorted = orderSql(context, order, table)
  const matching = conditionSql(context, table, where, query.isBin ? 'bin' : options.deleted ? 'both' : 'living')
  // Selects the page first and its links after: otherwise links would be collected for every sorted row.
  const chosen =
    pageSize === undefined
      ? matching
      : sql`t.id in (select id from (select t.id ${from} where ${matching} order by ${sorted} limit ${pageSize} offset ${page * pageSize}) as page)`
  // SQLite has one writer at a time and needs no row locks.
  const lock = options.lock && context.engine === 'postgres' ? sql`for update of t` : sql``
  const { rows } =
    await sql<RawRow>`select ${selection(table)} ${from} where ${chosen} order by ${sorted} ${lock}`.execute(context.db)
  return decodeRows(rows, table)
}

/** Returns the number of matching live rows, or of matching rows in the bin. */
export async function countRows(context: Context, table: Table, where: Condition, isBin = false): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table.name)} as t
    where ${conditionSql(context, table, where, isBin ? 'bin' : 'living')}`.execute(context.db)
  return rows[0]?.n ?? 0
}

/** Returns the ids of the matching live rows, ascending. */
export async function readIds(context: Context, table: Table, where: Condition): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select t.id from ${sql.table(table.name)} as t
    where ${conditionSql(context, table, where, 'living')} order by t.id`.execute(context.db)
  return rows.map(({ id }) => id)
}
