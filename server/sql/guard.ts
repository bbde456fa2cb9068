import { ApiError } from '#core/rest/api-error.ts'
import type { Connection, Dialect, Inspection, NamedTable, WriteInspection } from '#server/engines/engine.ts'
import { type AllowsFunction, functionAllowlist } from '#core/entity/allowed-functions.ts'
import { bracketError } from './brackets.ts'
import { checkCalls } from './calls.ts'
import { Inspections } from './inspection-cache.ts'
import { ClauseBudget, checkLength, CLAUSE_BYTES, MAX_TABLES, STATEMENT_BYTES } from './sql-limits.ts'
import { requireVisible, type TableWithRules, type TableRules } from './rules.ts'
import { restrictSelect, findTablesWithRules } from './restrict-select.ts'
import { type Fragment, type Sql, createSqlFragment, createSql } from '#server/engines/sql.ts'

type ValidInspection = Extract<Inspection, { ok: true }>

/** The parts of a connection that the guard uses. */
type SqlContext = Pick<Connection, 'grammar' | 'shape'>

/** Maximum semicolons that are tried as the end of a statement. */
const MAX_ENDS = 20

interface GuardOptions {
  readonly maskKey?: string | undefined
  readonly inspections?: Inspections
}

/** A SELECT that passed the guard, and the tables it reads. */
export interface GuardedSource {
  readonly statement: Sql
  readonly tables: readonly NamedTable[]
}

/** A statement that changes data or tables and passed the guard. */
export interface GuardedChange extends Extract<WriteInspection, { ok: true }> {
  readonly statement: Sql
}

const isNothing = (read: Inspection): boolean => read.ok && read.statements === 0

const FILTERS = ['WHERE', 'HAVING']

/** Returns the error of a text that is not an expression; for filter clauses it names the brackets. */
function clauseError(text: string, where: string): ApiError {
  const brackets = FILTERS.includes(where) ? bracketError(text) : undefined
  if (brackets) return new ApiError(`clause-${brackets}`, { sql: text })
  return new ApiError('clause-wrong', { args: [where], sql: text })
}

/** True if a text contains a name, as a word or quoted. */
function containsName(text: string, name: string): boolean {
  const [within, word] = [text.toLowerCase(), name.toLowerCase()]
  if (!/^[\p{L}\p{N}_]+$/u.test(word)) return within.includes(word.replaceAll('"', '""')) || within.includes(word)
  return within.match(/[\p{L}\p{N}_]+/gu)?.includes(word) ?? false
}

/** Returns the distinct names of tables for a message. */
export function uniqueNames(tables: readonly TableWithRules[]): string {
  return [...new Set(tables.map(({ name }) => name))].join(', ')
}

/**
 * Validates SQL of users before it becomes part of statements, with the grammar of the engine. A statement must be a
 * single SELECT that calls only allowed functions; an expression must be exactly one expression without a sub-query.
 */
export class Guard {
  readonly #connection: SqlContext
  readonly #dialect: Dialect
  readonly #admits: AllowsFunction
  readonly #inspections: Inspections
  readonly #allowance: ClauseBudget | undefined
  readonly maskKey: string | undefined

  /**
   * `admits` returns what an administrator has allowed; default: nothing. `maskKey` is the key of hashed columns; hashes
   * are rejected without it.
   */
  constructor(
    connection: SqlContext,
    dialect: Dialect,
    admits = functionAllowlist(null),
    { maskKey, inspections: of }: GuardOptions = {},
  ) {
    this.maskKey = maskKey
    this.#connection = connection
    this.#dialect = dialect
    this.#admits = admits
    this.#inspections = of ?? new Inspections(connection.grammar)
    this.#allowance = of && new ClauseBudget()
  }

  /**
   * Returns a guard for one statement, which limits the total length of its clauses and shares the inspections of this
   * one.
   */
  forStatement(): Guard {
    const { maskKey } = this
    return new Guard(this.#connection, this.#dialect, this.#admits, { maskKey, inspections: this.#inspections })
  }

  /**
   * Validates one expression. `where` names its position for messages: `WHERE`, `HAVING`, `metric`, `column`. Only
   * expressions of administrators may have sub-queries.
   */
  async expression(text: string, where: string, { subqueries = false } = {}): Promise<Fragment> {
    checkLength(text, CLAUSE_BYTES, where)
    this.#allowance?.spend(text)
    // It must be an expression without parentheses, or it could close ours; and within them, or it could add an alias.
    const single = await this.#inspections.of(`SELECT\n${text}\n`)
    const read = await this.#inspections.of(`SELECT (\n${text}\n)`)
    if (!single.ok || !single.expression || !read.ok || !read.expression) throw clauseError(text, where)
    if (read.subqueries && !subqueries) throw new ApiError('subquery-refused', { sql: text })
    await this.#refuse(read, text)
    return createSqlFragment(text)
  }

  /**
   * Validates the SELECT of a virtual dataset; a trailing semicolon is removed. The rules of `tables` apply to each of
   * them that it reads; throws `rules-unsafe` if that cannot be guaranteed.
   */
  async select(text: string, tables: readonly TableWithRules[] = []): Promise<Fragment> {
    checkLength(text, STATEMENT_BYTES, 'SELECT')
    const bare = await this.#ended(text.replaceAll('\t', ' '))
    if (bare === '') throw new ApiError('virtual-empty')
    const read = await this.#inspections.of(bare)
    if (!read.ok) {
      if (read.reason === 'not a select') throw new ApiError('virtual-not-select', { sql: text })
      const extra = read.position === undefined ? {} : { position: read.position }
      throw new ApiError('sql-syntax', { args: [read.message], sql: text, extra })
    }
    if (read.statements > 1) throw new ApiError('virtual-many', { sql: text })
    if (read.statements === 0) throw new ApiError('virtual-empty')
    if (read.tables.length > MAX_TABLES) throw new ApiError('sql-tables', { args: [MAX_TABLES] })
    await this.#refuse(read, text)
    const clause = (rule: string) => this.expression(rule, 'row rule', { subqueries: true })
    return createSqlFragment(
      await restrictSelect(bare, read.tables, tables, {
        connection: this.#connection,
        dialect: this.#dialect,
        clause,
        maskKey: this.maskKey,
      }),
    )
  }

  /** Returns a text up to the semicolon that ends its statement: the grammar finds no statement after it. */
  async #ended(text: string): Promise<string> {
    let bare = withoutEnd(text)
    for (let tries = 0, at = bare.lastIndexOf(';'); at > 0 && tries < MAX_ENDS; tries++) {
      const [before, after] = [bare.slice(0, at).trimEnd(), bare.slice(at + 1)]
      const rest = await this.#inspections.of(after)
      if (!isNothing(rest)) {
        // Text that is empty because of a comment that begins further left may be invalid by itself.
        at = bare.lastIndexOf(';', at - 1)
        continue
      }
      const read = await this.#inspections.of(before)
      if (read.ok && read.statements === 1) bare = before
      at = bare.lastIndexOf(';', at - 1)
    }
    return bare
  }

  /** Validates a complete SELECT of a user as a separate statement; see `select`. */
  async statement(text: string, tables: readonly TableWithRules[] = []): Promise<Sql> {
    const fragment = await this.select(text, tables)
    return createSql(fragment.text, [], fragment.text)
  }

  /** Returns the folded names of the tables that a SELECT names; null if they are unknown. */
  async tableNames(text: string): Promise<readonly string[] | null> {
    const read = await this.#inspections.of(await this.#ended(text.replaceAll('\t', ' ')))
    if (!read.ok || read.statements !== 1) return null
    return [...new Set(read.tables.map(({ name }) => this.#dialect.fold(name)))]
  }

  /**
   * Validates a SELECT that becomes a table or view; returns it with the tables it reads. Throws `ctas-rules` if one of
   * them has rules in `tables`.
   */
  async source(text: string, tables: readonly TableWithRules[]): Promise<GuardedSource> {
    const { text: select } = await this.select(text)
    const read = await this.#inspections.of(select)
    if (!read.ok) throw new ApiError('sql-syntax', { args: [read.message], sql: text })
    const given = { connection: this.#connection, dialect: this.#dialect }
    for (const table of read.tables) {
      const tableRules = await findTablesWithRules(table, tables, given)
      requireVisible(tableRules)
      if (tableRules.length > 0)
        throw new ApiError('ctas-rules', { args: [tableRules.map(({ name }) => name).join(', ')] })
    }
    return { statement: createSql(select, [], select), tables: read.tables }
  }

  /**
   * Validates one statement that changes data or tables. Throws `dml-rules` if a table it reads or writes has rules in
   * `tables`, and `dml-kind` for statements that are never allowed.
   */
  async change(text: string, tables: readonly TableWithRules[]): Promise<GuardedChange> {
    checkLength(text, STATEMENT_BYTES, 'statement')
    const { grammar } = this.#connection
    if (!grammar.inspectWrite) throw new ApiError('dml-engine', { args: [this.#dialect.name] })
    const bare = withoutEnd(text)
    const read = await grammar.inspectWrite(bare)
    if (!read.ok) {
      if (read.reason === 'refused') throw new ApiError('dml-kind', { args: [read.message], sql: text })
      const extra = read.position === undefined ? {} : { position: read.position }
      throw new ApiError('sql-syntax', { args: [read.message], sql: text, extra })
    }
    const named = [...read.targets, ...read.sources]
    if (named.length > MAX_TABLES) throw new ApiError('sql-tables', { args: [MAX_TABLES] })
    await this.#refuse({ ...read, tables: named }, text)
    const given = { connection: this.#connection, dialect: this.#dialect }
    const tableRules = read.isApproximate ? tables.filter(({ name }) => containsName(bare, name)) : []
    for (const table of named) tableRules.push(...(await findTablesWithRules(table, tables, given)))
    requireVisible(tableRules)
    if (tableRules.length > 0) throw new ApiError('dml-rules', { args: [uniqueNames(tableRules)] })
    return { ...read, statement: createSql(bare, [], bare) }
  }

  /** Returns the rules and masks of `tables` for the table of a dataset, under any of its names. */
  async rulesOf({ schema, name }: NamedTable, tables: readonly TableWithRules[]): Promise<TableRules> {
    const written = `${schema === null ? '' : `${this.#dialect.quote(schema)}.`}${this.#dialect.quote(name)}`
    const read = await this.#inspections.of(`SELECT * FROM ${written}`)
    const [table, ...others] = read.ok ? read.tables : []
    if (!table || others.length > 0) throw new ApiError('rules-unsafe', { args: [name] })
    if (this.#dialect.isCatalogue(table)) throw new ApiError('sql-refused', { args: [name] })
    if (tables.length === 0) return { rules: [], masks: [] }
    const tableRules = await findTablesWithRules(table, tables, {
      connection: this.#connection,
      dialect: this.#dialect,
    })
    requireVisible(tableRules)
    return { rules: tableRules.flatMap(({ rules }) => rules), masks: tableRules.flatMap(({ masks = [] }) => masks) }
  }

  async #refuse(
    read: Pick<ValidInspection, 'placeholders' | 'unsupportedElements' | 'tables' | 'calls'>,
    sql: string,
  ): Promise<void> {
    const refuse = (subjectText: string): never => {
      throw new ApiError('sql-refused', { args: [subjectText], sql })
    }
    // A placeholder in SQL of the user would take one of our bound values.
    if (read.placeholders) refuse('placeholders')
    for (const part of read.unsupportedElements) refuse(part)
    for (const table of read.tables) if (this.#dialect.isCatalogue(table)) refuse(table.name)
    const given = { connection: this.#connection, dialect: this.#dialect, admits: this.#admits }
    await checkCalls(read.calls, sql, given)
  }
}

/** Returns a text without the spaces and semicolons at its end. A pattern would take quadratic time for long spaces. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && /[\s;]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
