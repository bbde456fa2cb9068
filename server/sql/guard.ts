import { LRUCache } from 'lru-cache'
import { Fault } from '#core/rest/fault.ts'
import type { Connection, Dialect, Inspection } from '#server/engines/engine.ts'
import { bracketFault } from './brackets.ts'
import type { RuledTable } from './rules.ts'
import { narrowSelect } from './narrow.ts'
import { type Fragment, type Sql, sealFragment, sealSql } from './sql.ts'

type Read = Extract<Inspection, { ok: true }>

/** What the guard asks of a database. */
type Asked = Pick<Connection, 'inspect' | 'narrow' | 'homes' | 'shape'>

const KEPT = 5000

const FILTERS = ['WHERE', 'HAVING']

/** Why a text is no expression; of the clauses of a filter the brackets are named. */
function clauseFault(text: string, where: string): Fault {
  const brackets = FILTERS.includes(where) ? bracketFault(text) : undefined
  if (brackets) return new Fault(`clause-${brackets}`, { sql: text })
  return new Fault('clause-wrong', { args: [where], sql: text })
}

/**
 * Lets SQL of users into statements. The engine's own grammar says what a text is: one statement, only SELECT, no
 * function that reads files, settings or other texts; an expression is exactly one expression without a sub-query.
 */
export class Guard {
  readonly #connection: Asked
  readonly #dialect: Dialect
  readonly #known = new LRUCache<string, Inspection>({ max: KEPT })

  constructor(connection: Asked, dialect: Dialect) {
    this.#connection = connection
    this.#dialect = dialect
  }

  /**
   * One expression. `where` names its place for messages: `WHERE`, `HAVING`, `metric`, `column`. Only what administrators
   * write may have sub-queries.
   */
  async expression(text: string, where: string, { subqueries = false } = {}): Promise<Fragment> {
    // Alone it must be an expression, or it could close our parentheses; within them, or it could bring a name of its own.
    const alone = await this.#inspect(`SELECT\n${text}\n`)
    const read = await this.#inspect(`SELECT (\n${text}\n)`)
    if (!alone.ok || !alone.expression || !read.ok || !read.expression) throw clauseFault(text, where)
    if (read.subqueries && !subqueries) throw new Fault('subquery-refused', { sql: text })
    this.#refuse(read, text)
    return sealFragment(text)
  }

  /**
   * The SELECT of a virtual dataset; a closing semicolon is dropped. The rules of `tables` hold for each of them that it
   * names, however it does; `rules-unsafe` when that cannot be made sure.
   */
  async select(text: string, tables: readonly RuledTable[] = []): Promise<Fragment> {
    const bare = text.replace(/[\s;]+$/, '').replaceAll('\t', ' ')
    if (bare.trim() === '') throw new Fault('virtual-empty')
    const read = await this.#inspect(bare)
    if (!read.ok) {
      if (read.reason === 'not a select') throw new Fault('virtual-not-select', { sql: text })
      throw new Fault('sql-syntax', { args: [read.message], sql: text })
    }
    if (read.statements > 1) throw new Fault('virtual-many', { sql: text })
    if (read.statements === 0) throw new Fault('virtual-empty')
    this.#refuse(read, text)
    const clause = (rule: string) => this.expression(rule, 'row rule', { subqueries: true })
    return sealFragment(
      await narrowSelect(bare, read.tables, tables, { connection: this.#connection, dialect: this.#dialect, clause }),
    )
  }

  /** A whole SELECT of a user as a statement of its own; see `select`. */
  async statement(text: string, tables: readonly RuledTable[] = []): Promise<Sql> {
    const fragment = await this.select(text, tables)
    return sealSql(fragment.text, [], fragment.text)
  }

  async #inspect(text: string): Promise<Inspection> {
    const known = this.#known.get(text)
    if (known) return known
    const read = await this.#connection.inspect(text)
    this.#known.set(text, read)
    return read
  }

  #refuse(read: Read, sql: string): void {
    const refuse = (what: string): never => {
      throw new Fault('sql-refused', { args: [what], sql })
    }
    // A placeholder of the user would take the value of one of ours.
    if (read.placeholders) refuse('placeholders')
    for (const name of read.functions) if (this.#denied(name)) refuse(name)
    for (const name of read.tableFunctions) if (!this.#dialect.tableFunctions.includes(name)) refuse(name)
    for (const name of read.otherSources) refuse(name)
    for (const { name } of read.tables) if (this.#denied(name.toLowerCase())) refuse(name)
  }

  #denied(name: string): boolean {
    if (this.#dialect.tableFunctions.includes(name)) return false
    return this.#dialect.deniedFunctions.some((denied) =>
      denied.endsWith('*') ? name.startsWith(denied.slice(0, -1)) : name === denied,
    )
  }
}
