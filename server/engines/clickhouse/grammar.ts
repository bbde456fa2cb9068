import type { Call, Grammar, Inspection, TableCondition } from '../engine.ts'
import { splitNames } from '../function-names.ts'
import { restrictTables, type Node } from '../restrict-tables.ts'
import { inspectTree, type TreeGrammar, treesOf } from '../shared/inspect-tree.ts'
import { parseSql, SqlSyntaxError } from '../shared/sql-parser.ts'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import type { ClickHouseSessions } from './sessions.ts'

const tree: TreeGrammar = {
  dialect: 'clickhouse',
  fold: (name) => name,
  foldScope: (name) => name,
  quote: (name) => dialect.quote(name),
  // Lambdas, arrays and their elements, columns that a star leaves out, types and groupings.
  more: splitNames(
    `Lambda params One Many CompoundFieldAccess root access_chain Subscript Index index Array elem opt_except
     first_element additional_elements Nullable LowCardinality Datetime64 FixedString GroupingSets Rollup Cube`,
  ),
}
const trees = { ...treesOf(tree), fence: dialect.fence }

/** Milliseconds that the server may take to parse a text. */
const PARSE_MS = 10_000

/** Texts, names and comments, as the server reads them. */
const QUOTED = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`(?:[^`\\]|\\.|``)*`|--[^\n]*|\/\*.*?\*\//gs
/** Outside of these: quotes and spaces of Unicode, heredocs, comments that begin with `#`, and parameters. */
const UNREADABLE = /[^\t\n\r -~]|[$#\\?@{}'"`]|\/\*/

/** Throws `SqlSyntaxError` for a text that the shared parser and the server may read differently. */
function requireReadable(text: string): void {
  const bare = text.replace(QUOTED, (part, at: number) => {
    if (/^["`]/.test(part) && /[\\\n]/.test(part))
      throw new SqlSyntaxError('Backslashes and line ends are not allowed in names', at)
    if (part.startsWith('/*') && part.includes('/*', 2)) throw new SqlSyntaxError('Nested comments are not allowed', at)
    return (/^[-/]/.test(part) ? ' ' : 'x').repeat(part.length)
  })
  const found = UNREADABLE.exec(bare)
  if (found) throw new SqlSyntaxError(`${JSON.stringify(found[0])} is not allowed here`, found.index)
}

/** The parts of a statement, from the syntax tree of the server. */
interface ServerReading {
  readonly calls: readonly string[]
  /** Names as written, without quotes, as often as they occur. */
  readonly tables: readonly string[]
  readonly unsupportedElements: readonly string[]
}

const MEMBERSHIP = /^(?:global)?(?:not)?(?:null)?in(?:ignoreset)?$/i
/** The nodes that a SELECT of a user may have in the tree of the server. */
const SERVER_NODES = splitNames(
  `SelectWithUnionQuery SelectIntersectExceptQuery SelectQuery ExpressionList Identifier Literal Function Subquery
   TablesInSelectQuery TablesInSelectQueryElement TableExpression TableIdentifier TableJoin OrderByElement
   WindowListElement WindowDefinition Asterisk QualifiedAsterisk ColumnsTransformerList ColumnsExceptTransformer
   WithElement`,
)
const PART_NAMES: Readonly<Record<string, string>> = { Set: 'SETTINGS', ArrayJoin: 'ARRAY JOIN' }

/** Reads the output of `EXPLAIN AST`: one line for each node, indented by its depth. */
export function readTree(lines: readonly string[]): ServerReading {
  const calls = new Set<string>()
  const tables: string[] = []
  const unsupportedElements = new Set<string>()
  const nodes = lines.map((line) => ({ depth: line.length - line.trimStart().length, text: line.trim() }))
  if (!nodes[0]?.text.startsWith('SelectWithUnionQuery'))
    unsupportedElements.add(nodes[0]?.text.split(' ')[0] ?? 'text')
  nodes.forEach(({ depth, text }, index) => {
    // A format or a file for the output.
    if (index > 0 && depth === 1 && !text.startsWith('ExpressionList')) unsupportedElements.add('FORMAT')
    const [kind = text] = text.split(' ', 1)
    if (!SERVER_NODES.has(kind)) unsupportedElements.add(PART_NAMES[kind] ?? kind)
    const [, table] = /^TableIdentifier (.+?)(?: \(alias .*\))?$/.exec(text) ?? []
    if (table !== undefined) tables.push(table)
    const [, call] = /^Function (\S+)/.exec(text) ?? []
    if (call === undefined) return
    calls.add(call.toLowerCase())
    if (MEMBERSHIP.test(call) && isName(operands(nodes, index)[1])) unsupportedElements.add('IN with a name')
  })
  return { calls: [...calls], tables, unsupportedElements: [...unsupportedElements] }
}

interface TreeLine {
  readonly depth: number
  readonly text: string
}

/** Returns the arguments of the function at an index. */
function operands(nodes: readonly TreeLine[], at: number): readonly string[] {
  const depth = (nodes[at]?.depth ?? 0) + 2
  const found: string[] = []
  for (let index = at + 1; (nodes[index]?.depth ?? 0) >= depth - 1; index++) {
    const node = nodes[index]
    if (node?.depth === depth) found.push(node.text)
  }
  return found
}

/** In `x IN name`, the name may be a table, also in parentheses. */
function isName(operand = ''): boolean {
  return /^(Table)?Identifier/.test(operand)
}

/** Returns the names of common table expressions in a tree. */
function scopeNames(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(scopeNames)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value as Node).flatMap(([key, child]) => {
    const own =
      key === 'cte_tables'
        ? (child as readonly { alias: { name: { value: string } } }[]).map((each) => each.alias.name.value)
        : []
    return [...own, ...scopeNames(child)]
  })
}

/** Returns the tables that the server reads more often than the parser does. */
function tablesMissingFromParser(
  server: readonly string[],
  parser: readonly string[],
  scope: readonly string[],
): readonly string[] {
  const count = (names: readonly string[], name: string): number => names.filter((each) => each === name).length
  return server.filter((name) => !scope.includes(name) && count(server, name) > count(parser, name))
}

type ValidInspection = Extract<Inspection, { ok: true }>

/**
 * The grammar of a server: the shared parser reads a text, and the server reads it too. Calls of both are checked, and
 * both must find the same tables.
 */
export class ClickHouseGrammar implements Grammar {
  readonly #sessions: ClickHouseSessions
  readonly #database: string

  constructor(sessions: ClickHouseSessions, database: string) {
    this.#sessions = sessions
    this.#database = database
  }

  async inspect(text: string): Promise<Inspection> {
    try {
      requireReadable(text)
      const read = await inspectTree(text, tree)
      if (!read.ok || read.statements !== 1 || read.unsupportedElements.length > 0) return read
      return await this.#compared(text, read)
    } catch (error) {
      if (!(error instanceof SqlSyntaxError)) throw error
      const { message, position } = error
      return { ok: false, reason: 'syntax', message, ...(position === undefined ? {} : { position }) }
    }
  }

  async narrow(text: string, conditions: readonly TableCondition[]): Promise<string | undefined> {
    const scope = scopeNames(await parseSql(text, 'clickhouse').catch(() => []))
    if (conditions.some(({ name }) => scope.includes(name))) return undefined
    return restrictTables(text, conditions, trees)
  }

  homes(schema: string | null): Promise<readonly string[]> {
    return Promise.resolve([schema ?? this.#database])
  }

  /** Functions of users have names of their own, which no list allows. */
  foreign(): Promise<readonly never[]> {
    return Promise.resolve([])
  }

  async #compared(text: string, read: ValidInspection): Promise<Inspection> {
    const printed = await this.#treeOf(text)
    if (!Array.isArray(printed)) return printed as Inspection
    const server = readTree(printed)
    const scope = scopeNames(await parseSql(text, 'clickhouse'))
    const parts = new Set(server.unsupportedElements)
    const named = read.tables.map(({ schema, name }) => (schema === null ? name : `${schema}.${name}`))
    for (const name of tablesMissingFromParser(server.tables, named, scope)) parts.add(name)
    for (const name of [...read.tables.map((table) => table.name), ...scope]) if (name.includes('.')) parts.add(name)
    for (const name of await this.#shadowed(scope)) parts.add(`WITH ${name}`)
    const calls: Call[] = [
      ...read.calls,
      ...server.calls.map((name): Call => ({ kind: 'function', schema: null, name })),
    ]
    return { ...read, calls, unsupportedElements: [...parts] }
  }

  /** Returns the tree that the server prints, or the error of its parser. */
  async #treeOf(text: string): Promise<readonly string[] | Inspection> {
    const head = 'EXPLAIN AST '
    try {
      return await this.#sessions.print({ query: head + text }, AbortSignal.timeout(PARSE_MS))
    } catch (error) {
      const { code, message, position } = explain(error, head + text)
      if (code !== 'sql-syntax') throw error
      const at = position === undefined ? {} : { position: Math.max(0, position - head.length) }
      return { ok: false, reason: 'syntax', message, ...at }
    }
  }

  /** Returns the names of common table expressions that tables have too: the server may read the table. */
  async #shadowed(scope: readonly string[]): Promise<readonly string[]> {
    if (scope.length === 0) return []
    const names = `[${scope.map((name) => dialect.literal(name)).join(', ')}]`
    const rows = await this.#sessions.look(
      `SELECT name FROM system.tables WHERE database = {database:String} AND has(${names}, name)`,
      { database: this.#database },
    )
    return rows.map(([name = '']) => name)
  }
}
