import type { QueryStateJson, StatementState } from '#core/rest/sqllab.ts'
import type { CodeMarker } from '#ui/input/code/marks.ts'
import type { CodeRange } from '#ui/input/code/pane.ts'

type SqlError = StatementState['errors'][number]

/** Returns the offset of a line and column, both counted from 1; undefined beyond the text. */
export function offsetOf(text: string, line: number, column: number): number | undefined {
  let start = 0
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', start)
    if (end < 0) return undefined
    start = end + 1
  }
  const lineEnd = text.indexOf('\n', start)
  const offset = start + column - 1
  return offset <= (lineEnd < 0 ? text.length : lineEnd) ? offset : undefined
}

/** Returns the line and column, both from 1, of an offset. */
export function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/** Returns the distinct errors of a run: those of its statements, else of the run itself. */
function errorsOf(query: QueryStateJson): readonly SqlError[] {
  const ofStatements = (query.extra.statements ?? []).flatMap(({ errors }) => errors)
  return ofStatements.length > 0 ? ofStatements : (query.extra.errors ?? [])
}

/** The same list each time: the editor is set up again for other marks. */
const NO_MARKS: readonly never[] = []

/**
 * Returns the offset of a run's SQL in the text of its tab: where it was run from, else its first occurrence; undefined
 * if the text no longer contains it.
 */
export function runOffset(text: string, sql: string, offset: number | undefined): number | undefined {
  if (offset !== undefined && text.startsWith(sql, offset)) return offset
  const found = sql === '' ? -1 : text.indexOf(sql)
  return found < 0 ? undefined : found
}

/** Returns the text range that an error refers to: the word at its line and column. */
export function errorRange(text: string, base: number, sql: string, error: SqlError): CodeMarker | undefined {
  const { line, column = 1 } = error.extra ?? {}
  const offset = line === undefined ? undefined : offsetOf(sql, line, column)
  if (offset === undefined) return undefined
  const from = base + offset
  const word = /^(?:"[^"\n]*"?|[\p{L}\p{N}_$]+)/u.exec(text.slice(from, from + 200))?.[0] ?? ''
  return { from, to: from + Math.max(1, word.length), message: error.message }
}

/** The maximum number of names that are offered in place of an unknown one. */
const MAX_SUGGESTIONS = 3

const textList = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

/**
 * Returns the names that the engine suggests in place of the marked one, best first. None if the mark is another text
 * than the unknown name, such as the alias of its table.
 */
export function suggestedNames(text: string, { from, to }: CodeRange, error: SqlError): readonly string[] {
  const [unknown] = textList(error.extra?.['names'])
  const marked = text.slice(from, to).replaceAll('"', '')
  if (unknown === undefined || marked.toLowerCase() !== unknown.toLowerCase()) return []
  return textList(error.extra?.['candidates'])
    .filter((name) => !name.includes('.'))
    .slice(0, MAX_SUGGESTIONS)
}

/** Returns the marks of a failed run in the text of its tab; none if its SQL has been edited. */
export function errorMarks(
  text: string,
  query: QueryStateJson | undefined,
  offset: number | undefined,
): readonly CodeMarker[] {
  if (!query || query.state !== 'failed' || query.sql === null) return NO_MARKS
  const { sql } = query
  const base = runOffset(text, sql, offset)
  if (base === undefined) return NO_MARKS
  return errorsOf(query).flatMap((error) => errorRange(text, base, sql, error) ?? [])
}
