import { splitStatements, statementAt } from '#core/sql/statements.ts'
import type { CodeRange } from '#ui/input/code/pane.ts'
import { type SqlToken, sqlTokens } from './sql-tokens.ts'

/** The first words of statements that only read. */
const READS = new Set(['select', 'with', 'values', 'from', 'table'])
/** The words that begin the statement after a WITH list. */
const AFTER_LIST = new Set([...READS, 'insert', 'update', 'delete', 'merge'])
/** Longer texts have no previews of CTEs, because their positions are computed at every key press. */
const MAX_CTE_TEXT = 100_000
const TEMPLATES = /\{%.*?%\}|\{#.*?#\}/gs

const isSign = (token: SqlToken | undefined, sign: string) => token?.type === 'sign' && token.text === sign
const wordOf = (token: SqlToken | undefined) => (token?.type === 'word' ? token.text.toLowerCase() : undefined)
const isName = (token: SqlToken | undefined) => token !== undefined && token.type !== 'sign'

/** Returns whether every bracket is closed, and no other one is. */
function isBalanced(tokens: readonly SqlToken[]): boolean {
  let depth = 0
  for (const token of tokens) {
    if (isSign(token, '(')) depth++
    else if (isSign(token, ')') && --depth < 0) return false
  }
  return depth === 0
}

/** Returns the statement at the cursor if it reads and its brackets are closed; the server checks the rest. */
export function previewedStatement(text: string, offset: number): string | undefined {
  const statement = statementAt(text, offset)
  if (!statement) return undefined
  const tokens = sqlTokens(statement.text.replaceAll(TEMPLATES, ' '))
  const first = tokens.find((token) => !isSign(token, '('))
  if (!READS.has(wordOf(first) ?? '') || !isBalanced(tokens)) return undefined
  return statement.text
}

/** A CTE of a text: the range of its name, and the SQL that selects its rows. */
export interface CteQuery {
  readonly name: string
  readonly range: CodeRange
  readonly sql: string
}

/** The index of the closing bracket by that of the opening one; unclosed brackets are absent. */
type BracketPairs = ReadonlyMap<number, number>

function bracketPairs(tokens: readonly SqlToken[]): BracketPairs {
  const pairs = new Map<number, number>()
  const open: number[] = []
  for (const [index, token] of tokens.entries()) {
    if (isSign(token, '(')) open.push(index)
    else if (isSign(token, ')')) {
      const opening = open.pop()
      if (opening !== undefined) pairs.set(opening, index)
    }
  }
  return pairs
}

interface ListedCte {
  readonly name: SqlToken
  /** The indexes of the brackets of its query. */
  readonly begin: number
  readonly end: number
}

/** Returns the CTE that begins at `at`; undefined if there is no complete one. */
function cteAt(tokens: readonly SqlToken[], pairs: BracketPairs, at: number): ListedCte | undefined {
  const name = tokens[at]
  if (!name || !isName(name)) return undefined
  const columnsEnd = isSign(tokens[at + 1], '(') ? pairs.get(at + 1) : at
  if (columnsEnd === undefined || wordOf(tokens[columnsEnd + 1]) !== 'as') return undefined
  let begin = columnsEnd + 2
  if (wordOf(tokens[begin]) === 'not') begin++
  if (wordOf(tokens[begin]) === 'materialized') begin++
  const end = isSign(tokens[begin], '(') ? pairs.get(begin) : undefined
  return end === undefined ? undefined : { name, begin, end }
}

/** A WITH list: its tokens from `at` to `end`, and the index of the token that ends the scope of its CTEs. */
interface CteList {
  readonly at: number
  readonly end: number
  readonly scopeEnd: number
  readonly isRecursive: boolean
  readonly ctes: readonly ListedCte[]
}

/** Returns the list of the WITH at `at`. */
function cteList(tokens: readonly SqlToken[], pairs: BracketPairs, at: number): Omit<CteList, 'scopeEnd'> {
  const isRecursive = wordOf(tokens[at + 1]) === 'recursive'
  const ctes: ListedCte[] = []
  let next = at + (isRecursive ? 2 : 1)
  let end = next
  for (;;) {
    const cte = cteAt(tokens, pairs, next)
    if (!cte) return { at, end, isRecursive, ctes }
    ctes.push(cte)
    end = cte.end
    // SEARCH and CYCLE clauses of PostgreSQL are parts of a recursive CTE.
    while (/^(?:search|cycle)$/.test(wordOf(tokens[end + 1]) ?? '') || isInClause(tokens, end, cte.end)) end++
    if (!isSign(tokens[end + 1], ',')) return { at, end, isRecursive, ctes }
    next = end + 2
  }
}

function isInClause(tokens: readonly SqlToken[], end: number, closing: number): boolean {
  const after = tokens[end + 1]
  if (end === closing || !after || isSign(after, ',') || isSign(after, '(')) return false
  return !AFTER_LIST.has(wordOf(after) ?? '')
}

/** Returns the WITH lists of a statement, each with those around it, outermost first. */
function cteLists(tokens: readonly SqlToken[]): readonly (readonly CteList[])[] {
  const pairs = bracketPairs(tokens)
  const found: (readonly CteList[])[] = []
  const ends: number[] = []
  let around: readonly CteList[] = []
  for (const [index, token] of tokens.entries()) {
    if (isSign(token, '(')) ends.push(pairs.get(index) ?? tokens.length)
    else if (isSign(token, ')')) ends.pop()
    if (wordOf(token) !== 'with') continue
    const list = { ...cteList(tokens, pairs, index), scopeEnd: ends.at(-1) ?? tokens.length }
    if (list.ctes.length === 0) continue
    around = [...around.filter(({ scopeEnd }) => index < scopeEnd), list]
    found.push(around)
  }
  return found
}

/** Returns the index of the last token of the part of a list that the token at `index` can reference. */
function visibleEnd({ ctes, end, isRecursive }: CteList, index: number): number | undefined {
  const inside = ctes.findIndex((cte) => cte.begin < index && index < cte.end)
  // A recursive list may reference later CTEs.
  return inside < 0 || isRecursive ? end : ctes[inside - 1]?.end
}

/** Returns the CTEs of one statement. */
function ctesOf({ text, start }: { readonly text: string; readonly start: number }): readonly CteQuery[] {
  const tokens = sqlTokens(text)
  const textOf = (from: number, to: number) => text.slice(tokens[from]?.from, tokens[to]?.to)
  return cteLists(tokens).flatMap((around) => {
    const list = around.at(-1) as CteList
    const templates = (text.slice(0, tokens[around[0]?.at ?? 0]?.from).match(TEMPLATES) ?? []).join('')
    return list.ctes.map(({ name, end }) => {
      const alias = text.slice(name.from, name.to)
      const own = `${textOf(list.at, list.isRecursive ? list.end : end)}\nSELECT * FROM ${alias}`
      // An inner CTE may have the name of an outer one: the lists stay nested.
      const sql = around.slice(0, -1).reduceRight((inner, outer) => {
        const last = visibleEnd(outer, list.at)
        return last === undefined ? inner : `${textOf(outer.at, last)}\nSELECT * FROM (${inner}) AS ${alias}`
      }, own)
      return {
        name: name.text,
        range: { from: start + name.from, to: start + name.to },
        sql: templates + sql,
      }
    })
  })
}

/** Returns the CTEs of all WITH lists, also of nested ones, in the order of the text. */
export function cteQueries(text: string): readonly CteQuery[] {
  if (text.length > MAX_CTE_TEXT || !/\bwith\b/i.test(text)) return []
  return splitStatements(text)
    .flatMap(ctesOf)
    .toSorted((a, b) => a.range.from - b.range.from)
}
