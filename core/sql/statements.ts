import { literalAndCommentSpans, type TextSpan } from './scan.ts'
import { templateTags } from './template-tags.ts'

/** One statement of a SQL text, without the semicolon and surrounding white space. */
export interface StatementText extends TextSpan {
  readonly text: string
}

const COMMENT = /^(?:--|\/\*)/

/**
 * Splits a SQL text into statements at semicolons outside of quotes, comments and `{{ }}` or `{% %}` templates. Parts
 * with only white space and comments are omitted. Offsets refer to `text`.
 */
export function splitStatements(text: string): readonly StatementText[] {
  const inert = literalAndCommentSpans(text)
  const ends = semicolons(text, [...inert, ...templateTags(text)])
  const comments = inert.filter(({ start, end }) => COMMENT.test(text.slice(start, end)))
  const statements: StatementText[] = []
  let from = 0
  for (const end of [...ends, text.length]) {
    const part = trimStatement(text, from, end)
    if (part && !isOnlyComments(text, part, comments)) statements.push(part)
    from = end + 1
  }
  return statements
}

/** Returns the statement at an offset of the text, otherwise the last one before it, otherwise the first. */
export function statementAt(text: string, offset: number): StatementText | undefined {
  const statements = splitStatements(text)
  const around = statements.find(({ start, end }) => offset >= start && offset <= end + 1)
  return around ?? statements.findLast(({ end }) => end < offset) ?? statements[0]
}

function semicolons(text: string, skipped: readonly TextSpan[]): readonly number[] {
  const ordered = skipped.toSorted((one, other) => one.start - other.start)
  const found: number[] = []
  let next = 0
  for (let at = text.indexOf(';'); at >= 0; at = text.indexOf(';', at + 1)) {
    while (next < ordered.length && (ordered[next] as TextSpan).end <= at) next++
    const isSkipped = ordered.slice(next, next + 2).some(({ start, end }) => start <= at && at < end)
    if (!isSkipped) found.push(at)
  }
  return found
}

function trimStatement(text: string, from: number, to: number): StatementText | undefined {
  const part = text.slice(from, to)
  const bare = part.trim()
  if (bare === '') return undefined
  const start = from + part.indexOf(bare)
  return { text: bare, start, end: start + bare.length }
}

function isOnlyComments(text: string, part: TextSpan, comments: readonly TextSpan[]): boolean {
  let at = part.start
  for (const { start, end } of comments) {
    if (end <= at || start >= part.end) continue
    if (text.slice(at, start).trim() !== '') return false
    at = end
  }
  return text.slice(at, part.end).trim() === ''
}
