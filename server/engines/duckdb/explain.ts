import { ApiError } from '#core/rest/api-error.ts'
import type { ClassifiedError } from '../engine.ts'
import { isCatalogue } from './functions.ts'

const patterns: readonly (readonly [RegExp, ClassifiedError['code']])[] = [
  [/Referenced column "([^"]+)" not found/, 'column-missing'],
  [/does not have a column named "([^"]+)"/, 'column-missing'],
  [/because schema "([^"]+)" does not exist/, 'schema-missing'],
  [/Table with name "?([^"\s!]+)"? does not exist/, 'table-missing'],
  [/Parser Error: (?:syntax error at or near )?(.+)/, 'sql-syntax'],
  [/Permission Error: (.+)/, 'sql-refused'],
]

/** Returns the meaning of a DuckDB error. */
export function explain(error: unknown, sql?: string): ClassifiedError {
  const position = sql === undefined || !(error instanceof Error) ? undefined : drawnPosition(error.message, sql)
  return position === undefined ? meaningOf(error) : { ...meaningOf(error), position }
}

const DRAWN = /\n\nLINE (\d+): (.*)\n( *)\^/

/**
 * Returns the offset in a statement that a message points to. DuckDB prints one line of its input, truncated on both
 * sides; the input may begin with words that we added.
 */
function drawnPosition(message: string, sql: string): number | undefined {
  const found = DRAWN.exec(message)
  if (!found) return undefined
  const [, number = '', drawn = '', blanks = ''] = found
  const column = blanks.length - `LINE ${number}: `.length
  const after = drawn.slice(column).replace(/\.\.\.$/, '')
  const before = drawn.slice(0, column).replace(/^\.\.\./, '')
  for (let from = 0; from <= before.length; from++) {
    const context = before.slice(from)
    const at = after === '' ? -1 : sql.indexOf(context + after)
    if (at >= 0) return at + context.length
  }
  return undefined
}

function meaningOf(error: unknown): ClassifiedError {
  if (error instanceof ApiError) return { code: error.code, args: error.args.map(String), message: error.message }
  const text = error instanceof Error ? error.message : String(error)
  // After the first line DuckDB prints the statement with a marker.
  const messageText = text.split('\n\nLINE ')[0]?.trim() ?? text
  // Messages must not reveal file paths of the server.
  const message = messageText.startsWith('IO Error')
    ? messageText.replaceAll(/(["'])[^"']*\/([^"'/]+)\1/g, '$1$2$1')
    : withoutSystemTables(messageText)
  for (const [pattern, code] of patterns) {
    const match = pattern.exec(message)
    if (match) return { code, args: [match[1] ?? ''], message, ...candidatesIn(message) }
  }
  return { code: 'query-failed', args: [message], message }
}

const MISSING_TABLE = /^(.*Table with name "?([^"\s!]+)"? does not exist.*?)\nDid you mean "(.+)"\?/s

/** Returns a message about a missing table without suggested system tables, which SQL of users cannot read. */
function withoutSystemTables(message: string): string {
  const [, start, name = '', suggested = ''] = MISSING_TABLE.exec(message) ?? []
  if (start === undefined || isSystemTable(name)) return message
  const tables = suggestedNames(suggested).filter((each) => !isSystemTable(each))
  return tables.length === 0 ? start : `${start}\nDid you mean "${tables.join(' or ')}"?`
}

function isSystemTable(qualified: string): boolean {
  const [name = '', schema = null] = qualified.toLowerCase().split('.').toReversed()
  return isCatalogue({ schema, name })
}

/** DuckDB lists tables and functions within one pair of quotes. */
const suggestedNames = (listed: string): readonly string[] => listed.split(/, | or /)

/** Returns the candidates that DuckDB lists after an unknown name. */
function candidatesIn(message: string): Pick<ClassifiedError, 'candidates'> {
  const [, start, listed = ''] = /(Candidate bindings:|Candidate functions:|Did you mean) ?(.+)/.exec(message) ?? []
  const quoted = [...listed.matchAll(/"([^"]+)"/g)].map((each) => each[1] ?? '')
  const candidates = start === 'Did you mean' ? quoted.flatMap(suggestedNames) : quoted
  return candidates.length > 0 ? { candidates } : {}
}
