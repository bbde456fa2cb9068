import { ApiError } from '#core/rest/api-error.ts'
import type { Connection, Dialect, Inspection, NamedTable, WriteInspection } from '#server/engines/engine.ts'
import { type Admits, admittedBy } from '#core/entity/allowed-functions.ts'
import { bracketFault } from './brackets.ts'
import { checkCalls } from './calls.ts'
import { Inspections } from './inspections.ts'
import { Allowance, checkLength, CLAUSE_BYTES, MAX_TABLES, STATEMENT_BYTES } from './lengths.ts'
import { requireVisible, type RowRule, type RuledTable } from './rules.ts'
import { narrowSelect, ruledBy } from './narrow.ts'
import { type Fragment, type Sql, sealFragment, sealSql } from '#server/engines/sql.ts'

type Read = Extract<Inspection, { ok: true }>

/** What the guard asks of a database. */
type Asked = Pick<Connection, 'grammar' | 'shape'>

/** Semicolons that are tried as the end of a statement. */
const MAX_ENDS = 20

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

/** Why a text is no expression; of the clauses of a filter the brackets are named. */
function clauseFault(text: string, where: string): ApiError {
  const brackets = FILTERS.includes(where) ? bracketFault(text) : undefined
  if (brackets) return new ApiError(`clause-${brackets}`, { sql: text })
  return new ApiError('clause-wrong', { args: [where], sql: text })
}

/** Whether a text has a name in it, as a word or within quotes. */
function names(text: string, name: string): boolean {
  const [within, word] = [text.toLowerCase(), name.toLowerCase()]
  if (!/^[\p{L}\p{N}_]+$/u.test(word)) return within.includes(word.replaceAll('"', '""')) || within.includes(word)
  return within.match(/[\p{L}\p{N}_]+/gu)?.includes(word) ?? false
}

/** The names of tables for a message, each once. */
export function uniqueNames(tables: readonly RuledTable[]): string {
  return [...new Set(tables.map(({ name }) => name))].join(', ')
}

/**
 * Lets SQL of users into statements. The engine's own grammar says what a text is: one statement, only SELECT, calling
 * only what is allowed; an expression is exactly one expression without a sub-query.
 */
export class Guard {
  readonly #connection: Asked
  readonly #dialect: Dialect
  readonly #admits: Admits
  readonly #inspections: Inspections
  readonly #allowance: Allowance | undefined

  /** `admits` says what an administrator has allowed; nothing when absent. */
  constructor(connection: Asked, dialect: Dialect, admits = admittedBy(null), of?: Inspections) {
    this.#connection = connection
    this.#dialect = dialect
    this.#admits = admits
    this.#inspections = of ?? new Inspections(connection.grammar)
    this.#allowance = of && new Allowance()
  }

  /** A guard of one statement, of which all clauses together have a length; it knows what this one knows. */
  forStatement(): Guard {
    return new Guard(this.#connection, this.#dialect, this.#admits, this.#inspections)
  }

  /**
   * One expression. `where` names its place for messages: `WHERE`, `HAVING`, `metric`, `column`. Only what administrators
   * write may have sub-queries.
   */
  async expression(text: string, where: string, { subqueries = false } = {}): Promise<Fragment> {
    checkLength(text, CLAUSE_BYTES, where)
    this.#allowance?.spend(text)
    // Alone it must be an expression, or it could close our parentheses; within them, or it could bring a name of its own.
    const alone = await this.#inspections.of(`SELECT\n${text}\n`)
    const read = await this.#inspections.of(`SELECT (\n${text}\n)`)
    if (!alone.ok || !alone.expression || !read.ok || !read.expression) throw clauseFault(text, where)
    if (read.subqueries && !subqueries) throw new ApiError('subquery-refused', { sql: text })
    await this.#refuse(read, text)
    return sealFragment(text)
  }

  /**
   * The SELECT of a virtual dataset; a closing semicolon is dropped. The rules of `tables` hold for each of them that it
   * names, however it does; `rules-unsafe` when that cannot be made sure.
   */
  async select(text: string, tables: readonly RuledTable[] = []): Promise<Fragment> {
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
    return sealFragment(
      await narrowSelect(bare, read.tables, tables, { connection: this.#connection, dialect: this.#dialect, clause }),
    )
  }

  /** A text up to the semicolon that ends its statement: all that follows is, by the grammar, no statement. */
  async #ended(text: string): Promise<string> {
    let bare = text.replace(/[\s;]+$/, '')
    for (let tries = 0, at = bare.lastIndexOf(';'); at > 0 && tries < MAX_ENDS; tries++) {
      const [before, after] = [bare.slice(0, at).trimEnd(), bare.slice(at + 1)]
      const rest = await this.#inspections.of(after)
      if (!isNothing(rest)) {
        // What is read as nothing with a comment that begins further left may be no SQL alone.
        at = bare.lastIndexOf(';', at - 1)
        continue
      }
      const read = await this.#inspections.of(before)
      if (read.ok && read.statements === 1) bare = before
      at = bare.lastIndexOf(';', at - 1)
    }
    return bare
  }

  /** A whole SELECT of a user as a statement of its own; see `select`. */
  async statement(text: string, tables: readonly RuledTable[] = []): Promise<Sql> {
    const fragment = await this.select(text, tables)
    return sealSql(fragment.text, [], fragment.text)
  }

  /**
   * A SELECT of a user that becomes a table or view, and the tables it reads. `ctas-rules` where one of them has rules
   * in `tables`.
   */
  async source(text: string, tables: readonly RuledTable[]): Promise<GuardedSource> {
    const { text: select } = await this.select(text)
    const read = await this.#inspections.of(select)
    if (!read.ok) throw new ApiError('sql-syntax', { args: [read.message], sql: text })
    const given = { connection: this.#connection, dialect: this.#dialect }
    for (const table of read.tables) {
      const ruled = await ruledBy(table, tables, given)
      requireVisible(ruled)
      if (ruled.length > 0) throw new ApiError('ctas-rules', { args: [ruled.map(({ name }) => name).join(', ')] })
    }
    return { statement: sealSql(select, [], select), tables: read.tables }
  }

  /**
   * One statement that changes data or tables. `dml-rules` where one of the tables it reads or writes has rules in
   * `tables`, `dml-kind` for statements that nobody may run.
   */
  async change(text: string, tables: readonly RuledTable[]): Promise<GuardedChange> {
    checkLength(text, STATEMENT_BYTES, 'statement')
    const { grammar } = this.#connection
    if (!grammar.inspectWrite) throw new ApiError('dml-engine', { args: [this.#dialect.name] })
    const bare = text.replace(/[\s;]+$/, '')
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
    const ruled = read.isApproximate ? tables.filter(({ name }) => names(bare, name)) : []
    for (const table of named) ruled.push(...(await ruledBy(table, tables, given)))
    requireVisible(ruled)
    if (ruled.length > 0) throw new ApiError('dml-rules', { args: [uniqueNames(ruled)] })
    return { ...read, statement: sealSql(bare, [], bare) }
  }

  /** The rules of `tables` that hold for the table of a dataset, by whatever name it goes there and here. */
  async rulesOf({ schema, name }: NamedTable, tables: readonly RuledTable[]): Promise<readonly RowRule[]> {
    const written = `${schema === null ? '' : `${this.#dialect.quote(schema)}.`}${this.#dialect.quote(name)}`
    const read = await this.#inspections.of(`SELECT * FROM ${written}`)
    const [table, ...others] = read.ok ? read.tables : []
    if (!table || others.length > 0) throw new ApiError('rules-unsafe', { args: [name] })
    if (this.#dialect.isCatalogue(table)) throw new ApiError('sql-refused', { args: [name] })
    if (tables.length === 0) return []
    const ruled = await ruledBy(table, tables, { connection: this.#connection, dialect: this.#dialect })
    requireVisible(ruled)
    return ruled.flatMap(({ rules }) => rules)
  }

  async #refuse(read: Pick<Read, 'placeholders' | 'otherParts' | 'tables' | 'calls'>, sql: string): Promise<void> {
    const refuse = (what: string): never => {
      throw new ApiError('sql-refused', { args: [what], sql })
    }
    // A placeholder of the user would take the value of one of ours.
    if (read.placeholders) refuse('placeholders')
    for (const part of read.otherParts) refuse(part)
    for (const table of read.tables) if (this.#dialect.isCatalogue(table)) refuse(table.name)
    const given = { connection: this.#connection, dialect: this.#dialect, admits: this.#admits }
    await checkCalls(read.calls, sql, given)
  }
}
