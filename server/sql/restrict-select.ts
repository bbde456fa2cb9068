import { ApiError } from '#core/rest/api-error.ts'
import type { Connection, Dialect, NamedTable, TableCondition } from '#server/engines/engine.ts'
import { flagName } from './flag-name.ts'
import { maskedColumns } from './column-masks.ts'
import { requireVisible, type RowRule, type TableWithRules } from './rules.ts'
import { type Fragment, createSql } from '#server/engines/sql.ts'

/** The dependencies of `restrictSelect`. `clause` validates one clause of a rule. */
export interface RestrictDependencies {
  readonly connection: Pick<Connection, 'grammar' | 'shape'>
  readonly dialect: Dialect
  readonly clause: (text: string) => Promise<Fragment>
  readonly maskKey: string | undefined
}

/**
 * Returns a validated SELECT with every table restricted to the rows its rules allow. `named` are the tables it reads.
 * Throws `rules-unsafe` if the grammar cannot prove that these are all.
 */
export async function restrictSelect(
  text: string,
  named: readonly NamedTable[],
  tables: readonly TableWithRules[],
  dependencies: RestrictDependencies,
): Promise<string> {
  const conditions = new Map<string, TableCondition>()
  for (const each of named) {
    if (conditions.has(keyOf(each))) continue
    const tableRules = await findTablesWithRules(each, tables, dependencies)
    requireVisible(tableRules)
    for (const table of tableRules) await unqualifiedColumns(table, table.rules, dependencies)
    const rules = tableRules.flatMap((table) => table.rules)
    const masks = tableRules.flatMap((table) => table.masks ?? [])
    if (rules.length + masks.length > 0)
      conditions.set(keyOf(each), await tableCondition(each, { rules, masks }, dependencies))
  }
  if (conditions.size === 0) return text
  const narrowed = await dependencies.connection.grammar.narrow(text, [...conditions.values()])
  if (narrowed === undefined) throw new ApiError('rules-unsafe', { args: [named.map(({ name }) => name).join(', ')] })
  return narrowed
}

function keyOf({ schema, name }: NamedTable): string {
  return JSON.stringify([schema, name])
}

/** Returns the tables with rules that a name may refer to. */
export async function findTablesWithRules(
  { schema, name }: NamedTable,
  tables: readonly TableWithRules[],
  { connection, dialect }: Pick<RestrictDependencies, 'dialect'> & { readonly connection: Pick<Connection, 'grammar'> },
): Promise<readonly TableWithRules[]> {
  const folded = dialect.fold(name)
  const alike = tables.filter((table) => dialect.fold(table.name) === folded)
  if (alike.length === 0) return []
  const homes = await connection.grammar.homes(schema)
  const found: TableWithRules[] = []
  for (const table of alike) {
    const own = await connection.grammar.homes(table.schema)
    if (own.some((home) => homes.includes(home))) found.push(table)
  }
  return found
}

async function conditionOf(rules: readonly RowRule[], { clause }: RestrictDependencies): Promise<string> {
  if (rules.length === 0) return '1 = 1'
  const all: string[] = []
  for (const rule of rules) {
    const any: string[] = []
    for (const each of rule) any.push(`(${(await clause(each)).text}\n)`)
    all.push(`(${any.join(' OR ')})`)
  }
  return all.join(' AND ')
}

async function tableCondition(
  table: NamedTable,
  { rules, masks }: Required<Pick<TableWithRules, 'rules' | 'masks'>>,
  dependencies: RestrictDependencies,
): Promise<TableCondition> {
  const names = await unqualifiedColumns(table, rules, dependencies)
  const quote = (text: string) => dependencies.dialect.quote(text)
  return {
    schema: table.schema,
    name: table.name,
    condition: await conditionOf(rules, dependencies),
    columns: maskedColumns(names, masks, dependencies),
    flag: quote(flagName(names)),
  }
}

/**
 * Returns the columns of a table. Rules are checked against the table alone: within a statement, a column that the
 * table lacks could resolve to an outer one.
 */
async function unqualifiedColumns(
  { schema, name }: NamedTable,
  rules: readonly RowRule[],
  dependencies: RestrictDependencies,
): Promise<readonly string[]> {
  const { dialect, connection } = dependencies
  const table = `${schema ? `${dialect.quote(schema)}.` : ''}${dialect.quote(name)}`
  const text = `SELECT * FROM ${table} WHERE ${await conditionOf(rules, dependencies)}`
  return (await connection.shape(createSql(text, [], text))).map((column) => column.name)
}
