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

/** Returns the index of the bracket that closes the one at `at`; undefined if none does. */
function closingBracket(tokens: readonly SqlToken[], at: number): number | undefined {
  let depth = 0
  for (let index = at; index < tokens.length; index++) {
    if (isSign(tokens[index], '(')) depth++
    else if (isSign(tokens[index], ')') && --depth === 0) return index
  }
  return undefined
}

/** Returns the index of the closing bracket of the CTE that begins at `at`; undefined if there is no complete CTE. */
function endOfCte(tokens: readonly SqlToken[], at: number): number | undefined {
  if (!isName(tokens[at])) return undefined
  const columnsEnd = isSign(tokens[at + 1], '(') ? closingBracket(tokens, at + 1) : at
  if (columnsEnd === undefined || wordOf(tokens[columnsEnd + 1]) !== 'as') return undefined
  let next = columnsEnd + 2
  if (wordOf(tokens[next]) === 'not') next++
  if (wordOf(tokens[next]) === 'materialized') next++
  return isSign(tokens[next], '(') ? closingBracket(tokens, next) : undefined
}

interface ListedCte {
  readonly name: SqlToken
  /** The index of its closing bracket. */
  readonly end: number
}

/** Returns the CTEs of a WITH list that begins at `at`, and the index of the last token of the list. */
function cteList(
  tokens: readonly SqlToken[],
  at: number,
): { readonly ctes: readonly ListedCte[]; readonly end: number } {
  const ctes: ListedCte[] = []
  let next = at
  let end = at
  for (;;) {
    const closing = endOfCte(tokens, next)
    const name = tokens[next]
    if (closing === undefined || !name) return { ctes, end }
    ctes.push({ name, end: closing })
    end = closing
    // SEARCH and CYCLE clauses of PostgreSQL are parts of a recursive CTE.
    while (/^(?:search|cycle)$/.test(wordOf(tokens[end + 1]) ?? '') || isInClause(tokens, end, closing)) end++
    if (!isSign(tokens[end + 1], ',')) return { ctes, end }
    next = end + 2
  }
}

function isInClause(tokens: readonly SqlToken[], end: number, closing: number): boolean {
  const after = tokens[end + 1]
  if (end === closing || !after || isSign(after, ',') || isSign(after, '(')) return false
  return !AFTER_LIST.has(wordOf(after) ?? '')
}

/** Returns the CTEs of one statement. */
function ctesOf({ text, start }: { readonly text: string; readonly start: number }): readonly CteQuery[] {
  const tokens = sqlTokens(text)
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    if (isSign(token, '(')) depth++
    else if (isSign(token, ')')) depth--
    if (depth !== 0 || wordOf(token) !== 'with') continue
    const isRecursive = wordOf(tokens[index + 1]) === 'recursive'
    const { ctes, end: listEnd } = cteList(tokens, index + (isRecursive ? 2 : 1))
    if (ctes.length === 0) continue
    const templates = (text.slice(0, token.from).match(TEMPLATES) ?? []).join('')
    return ctes.map(({ name, end }) => {
      // A recursive list may reference later CTEs.
      const last = tokens[isRecursive ? listEnd : end] as SqlToken
      const list = text.slice(token.from, last.to)
      return {
        name: name.text,
        range: { from: start + name.from, to: start + name.to },
        sql: `${templates}${list}\nSELECT * FROM ${text.slice(name.from, name.to)}`,
      }
    })
  }
  return []
}

/** Returns the CTEs of the WITH lists that are not within a bracket, in the order of the text. */
export function cteQueries(text: string): readonly CteQuery[] {
  if (text.length > MAX_CTE_TEXT || !/\bwith\b/i.test(text)) return []
  return splitStatements(text).flatMap(ctesOf)
}
