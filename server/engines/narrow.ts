import type { NamedTable, TableCondition } from './engine.ts'

/** A node of the tree that a grammar makes of a text. */
export type Node = { readonly [key: string]: unknown }

/** A table where a statement names it. */
export interface Spot extends NamedTable {
  /** What stands in the tree for it. */
  readonly node: Node
  /** The byte of the text at which its name begins; undefined when the grammar does not say. */
  readonly at: number | undefined
  /** Of how many identifiers its name is made. */
  readonly parts: number
  /** Whether it has an alias; otherwise it goes by its name. */
  readonly aliased: boolean
  /** The names, folded, that here mean common table expressions. */
  readonly scope: ReadonlySet<string>
}

/** The trees of a grammar, as narrowing walks them. */
export interface Trees {
  /** The tree of a text; undefined when it cannot be read. */
  parse(text: string): Promise<Node | undefined>
  spots(tree: Node): readonly Spot[]
  /** The node of FROM of a tree that is `SELECT * FROM (SELECT ...)`, with what `spot` has beside its name. */
  seated(tree: Node, spot: Spot): Node | undefined
  /** Keys that say where in a text a node stands. */
  readonly places: RegExp
}

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The most characters of a statement whose tables are masked. */
const MAX_NARROWED = 4 * 1024 * 1024

const PART = '(?:"(?:[^"]|"")*"|\'(?:[^\']|\'\')*\'|[\\p{L}_][\\p{L}\\p{M}\\p{N}_$]*)'

/**
 * `Grammar.narrow` for an engine whose grammar gives a tree. The text is changed only where tables are named; then
 * it is read again, and its tree has to be the first one with nothing but those tables replaced.
 */
export async function narrowed(
  text: string,
  conditions: readonly TableCondition[],
  grammar: Trees,
): Promise<string | undefined> {
  const tree = await grammar.parse(text)
  if (!tree) return undefined
  const seats = new Map<unknown, Node>()
  const edits: Edit[] = []
  for (const spot of grammar.spots(tree)) {
    const condition = conditions.find(({ schema, name }) => schema === spot.schema && name === spot.name)
    if (condition === undefined) continue
    const written = nameAt(text, spot)
    if (!written) return undefined
    const { from, name } = written
    const masked = maskedRows(name, condition)
    const seat = await seatOf(masked, spot, grammar)
    if (!seat) return undefined
    seats.set(spot.node, seat)
    const { select } = masked
    edits.push({ from, to: from + name.length, text: spot.aliased ? select : `${select} AS ${lastPart(name)}` })
  }
  if (edits.reduce((sum, edit) => sum + edit.text.length, text.length) > MAX_NARROWED) return undefined
  const changed = spliced(text, edits)
  const after = await grammar.parse(changed)
  const same = after && settled(after, new Map(), grammar) === settled(tree, seats, grammar)
  return same ? changed : undefined
}

interface Masked {
  readonly select: string
  /** The character of `select` at which the name of the table begins. */
  readonly at: number
}

/** Returns the sub-query of the rows of a table that a condition allows; other rows have no values in it. */
function maskedRows(name: string, { condition, columns, flag }: TableCondition): Masked {
  const values = columns.map((column) => `CASE WHEN ${flag} THEN ${column} END AS ${column}`)
  const before = `(SELECT ${values.join(', ')} FROM (SELECT *, (${condition}\n) AS ${flag} FROM `
  return { select: `${before}${name}) AS "__rows" WHERE ${flag})`, at: before.length }
}

/** Returns the node for a table. A name its condition reads must not mean something of the statement around it. */
async function seatOf({ select, at }: Masked, spot: Spot, grammar: Trees): Promise<Node | undefined> {
  const from = 'SELECT * FROM '
  const tree = await grammar.parse(from + select)
  const begin = Buffer.byteLength(from + select.slice(0, at))
  const spots = tree ? grammar.spots(tree) : []
  const own = spots.find((each) => each.at === begin)
  const others = spots.filter((each) => each !== own)
  if (!tree || !own || own.schema !== spot.schema || own.name !== spot.name || own.parts !== spot.parts)
    return undefined
  if (own.aliased || others.some(({ schema, name }) => schema === null && spot.scope.has(name))) return undefined
  return grammar.seated(tree, spot)
}

/** The name of a table as written, and the character it begins at. */
function nameAt(text: string, { at, parts }: Spot): { readonly from: number; readonly name: string } | undefined {
  if (at === undefined) return undefined
  const from = Buffer.from(text).subarray(0, at).toString().length
  const pattern = new RegExp(`${PART}(?:\\s*\\.\\s*${PART}){${parts - 1}}`, 'uy')
  pattern.lastIndex = from
  const name = pattern.exec(text)?.[0]
  return name === undefined ? undefined : { from, name }
}

/** The last identifier of a name, as an alias may be written. */
function lastPart(name: string): string {
  const last = new RegExp(`${PART}$`, 'u').exec(name)?.[0] ?? name
  return last.startsWith("'") ? `"${last.slice(1, -1).replaceAll("''", "'").replaceAll('"', '""')}"` : last
}

function spliced(text: string, edits: readonly Edit[]): string {
  let result = text
  for (const { from, to, text: by } of edits.toSorted((one, other) => other.from - one.from)) {
    result = result.slice(0, from) + by + result.slice(to)
  }
  return result
}

/** A tree as text, without places and with some of its nodes replaced. */
function settled(tree: unknown, seats: ReadonlyMap<unknown, Node>, { places }: Trees): string {
  return JSON.stringify(tree, (_key, value: unknown) => {
    const node = seats.get(value) ?? value
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return node
    const entries = Object.entries(node).filter(([key]) => !places.test(key))
    return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  })
}
