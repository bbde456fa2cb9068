import type { Dialect, NamedTable, TableCondition } from './engine.ts'
import { UNREACHABLE_LIMIT_SQL } from './sql.ts'

/** A node of the syntax tree of a text. */
export type Node = { readonly [key: string]: unknown }

/** A table name in a statement, with its position. */
export interface TablePosition extends NamedTable {
  /** Its node in the tree. */
  readonly node: Node
  /** The byte offset of its name in the text; undefined if the grammar does not report it. */
  readonly at: number | undefined
  /** Number of identifiers in its name. */
  readonly parts: number
  /** True if it has an alias; otherwise it is referred to by its name. */
  readonly aliased: boolean
  /** The folded names that refer to common table expressions here. */
  readonly scope: ReadonlySet<string>
}

/** The operations on syntax trees that narrowing needs. */
export interface TreeOperations {
  /** Returns the tree of a text; undefined if it cannot be parsed. */
  parse(text: string): Promise<Node | undefined>
  tableReferences(tree: Node): readonly TablePosition[]
  /**
   * Returns the FROM node of the tree of `SELECT * FROM (SELECT ...)`, with the attributes that `position` has besides its
   * name.
   */
  subqueryNode(tree: Node, position: TablePosition): Node | undefined
  /** Keys that contain positions in the text. */
  readonly positionKeys: RegExp
  /** Quotes a name; default: in double quotes. */
  quote?(name: string): string
  /** See `Dialect.hasBooleans`; default true. */
  readonly hasBooleans?: boolean
  /** See `Dialect.fence`; default `case`. */
  readonly fence?: Dialect['fence']
}

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Maximum length of a statement with masked tables, in characters. */
const MAX_NARROWED = 4 * 1024 * 1024

const PART =
  '(?:"(?:[^"]|"")*"|\\[(?:[^\\]]|\\]\\])*\\]|`(?:[^`]|``)*`|\'(?:[^\']|\'\')*\'|[\\p{L}_][\\p{L}\\p{M}\\p{N}_$]*)'

/**
 * Implements `Grammar.narrow` for an engine whose grammar returns a tree. The text is changed only at table names. It
 * is then parsed again, and its tree must equal the first one except for the replaced tables.
 */
export async function restrictTables(
  text: string,
  conditions: readonly TableCondition[],
  grammar: TreeOperations,
): Promise<string | undefined> {
  const tree = await grammar.parse(text)
  if (!tree) return undefined
  const subqueries = new Map<unknown, Node>()
  const edits: Edit[] = []
  for (const position of grammar.tableReferences(tree)) {
    const condition = conditions.find(({ schema, name }) => schema === position.schema && name === position.name)
    if (condition === undefined) continue
    const written = nameAt(text, position)
    if (!written) return undefined
    const { from, name } = written
    const masked = maskedRows(name, condition, grammar)
    const subquery = await replacementFor(masked, position, grammar)
    if (!subquery) return undefined
    subqueries.set(position.node, subquery)
    const { select } = masked
    edits.push({ from, to: from + name.length, text: position.aliased ? select : `${select} AS ${lastPart(name)}` })
  }
  if (edits.reduce((sum, edit) => sum + edit.text.length, text.length) > MAX_NARROWED) return undefined
  const changed = spliceText(text, edits)
  const after = await grammar.parse(changed)
  const same = after && printTree(after, new Map(), grammar) === printTree(tree, subqueries, grammar)
  return same ? changed : undefined
}

interface MaskedTable {
  readonly select: string
  /** The offset in `select` at which the name of the table begins. */
  readonly at: number
}

/** Returns the subquery for the rows of a table that satisfy a condition; other rows have no values in it. */
function maskedRows(name: string, { condition, columns, flag }: TableCondition, grammar: TreeOperations): MaskedTable {
  const alias = grammar.quote?.('__rows') ?? '"__rows"'
  if (grammar.fence === 'limit') {
    const plain = columns.every(({ name: column, value }) => column === value)
    const head = plain
      ? `(SELECT ${columns.map(({ name: column }) => column).join(', ')} FROM `
      : `(SELECT ${columns.map(({ name: column, value }) => `${value} AS ${column}`).join(', ')} FROM (SELECT * FROM `
    const rows = `${head}${name} WHERE (${condition}\n) ${UNREACHABLE_LIMIT_SQL})`
    return { select: plain ? rows : `${rows} AS ${alias})`, at: head.length }
  }
  const { hasBooleans = true } = grammar
  const isShown = hasBooleans ? flag : `${flag} = 1`
  const values = columns.map(({ name: column, value }) => `CASE WHEN ${isShown} THEN ${value} END AS ${column}`)
  const rule = hasBooleans ? `(${condition}\n)` : `CASE WHEN (${condition}\n) THEN 1 ELSE 0 END`
  const before = `(SELECT ${values.join(', ')} FROM (SELECT *, ${rule} AS ${flag} FROM `
  return { select: `${before}${name}) AS ${alias} WHERE ${isShown})`, at: before.length }
}

/**
 * Returns the replacement node for a table. Names in its condition must not resolve to parts of the surrounding
 * statement.
 */
async function replacementFor(
  { select, at }: MaskedTable,
  position: TablePosition,
  grammar: TreeOperations,
): Promise<Node | undefined> {
  const from = 'SELECT * FROM '
  const tree = await grammar.parse(from + select)
  const begin = Buffer.byteLength(from + select.slice(0, at))
  const references = tree ? grammar.tableReferences(tree) : []
  const own = references.find((each) => each.at === begin)
  const others = references.filter((each) => each !== own)
  if (!tree || !own || own.schema !== position.schema || own.name !== position.name || own.parts !== position.parts)
    return undefined
  if (own.aliased || others.some(({ schema, name }) => schema === null && position.scope.has(name))) return undefined
  return grammar.subqueryNode(tree, position)
}

/** Returns the name of a table as written, and its offset. */
function nameAt(
  text: string,
  { at, parts }: TablePosition,
): { readonly from: number; readonly name: string } | undefined {
  if (at === undefined) return undefined
  const from = Buffer.from(text).subarray(0, at).toString().length
  const pattern = new RegExp(`${PART}(?:\\s*\\.\\s*${PART}){${parts - 1}}`, 'uy')
  pattern.lastIndex = from
  const name = pattern.exec(text)?.[0]
  return name === undefined ? undefined : { from, name }
}

/** Returns the last identifier of a name, for use as an alias. */
function lastPart(name: string): string {
  const last = new RegExp(`${PART}$`, 'u').exec(name)?.[0] ?? name
  return last.startsWith("'") ? `"${last.slice(1, -1).replaceAll("''", "'").replaceAll('"', '""')}"` : last
}

function spliceText(text: string, edits: readonly Edit[]): string {
  let result = text
  for (const { from, to, text: by } of edits.toSorted((one, other) => other.from - one.from)) {
    result = result.slice(0, from) + by + result.slice(to)
  }
  return result
}

/** Prints a tree without positions and with some nodes replaced. */
function printTree(tree: unknown, subqueries: ReadonlyMap<unknown, Node>, { positionKeys }: TreeOperations): string {
  return JSON.stringify(tree, (_key, value: unknown) => {
    const node = subqueries.get(value) ?? value
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return node
    const entries = Object.entries(node).filter(([key]) => !positionKeys.test(key))
    return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  })
}
