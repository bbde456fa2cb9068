import type { UnknownNameType } from '#core/rest/unknown-name.ts'
import { type QuoteMark, quotedName } from './quote-mark.ts'
import { isKeyword, type SqlWord } from './sql-keyword.ts'
import { sqlTokens } from './sql-tokens.ts'

/** The token after a name decides its use: a function is called. */
type NameUse = 'called' | 'read'

/** Returns how SQL uses a name of this type. */
export const nameUse = (kind: UnknownNameType): NameUse => (kind === 'function' ? 'called' : 'read')

const PLAIN = /^[a-z_][a-z0-9_]*$/

/** A name, the name that replaces it, and its use. */
export interface Replacement {
  readonly wrong: string
  readonly right: string
  readonly use: NameUse
}

/**
 * Returns the SQL with a name replaced wherever it has this use. Strings, comments and parts of longer names are
 * unchanged.
 */
export function replaceNameInSql(sql: string, { wrong, right, use }: Replacement, mark: QuoteMark): string {
  return replaceTokens(sql, mark, (token, at) => {
    if (!isUsed({ sql, token, at }, { name: wrong, use }, mark)) return token
    return token.startsWith(mark) || !PLAIN.test(right) ? quoteIfNeeded(right, use, mark) : right
  })
}

/** Returns the offsets in the SQL at which a name has this use. */
export function nameOffsets(sql: string, used: UsedName, mark: QuoteMark): readonly { from: number; to: number }[] {
  return sqlTokens(sql, mark).flatMap(({ token, at }) =>
    isUsed({ sql, token, at }, used, mark) ? [{ from: at, to: at + token.length }] : [],
  )
}

/**
 * Returns the names that SQL may read, without functions and keywords, in lower case: whether case matters depends on
 * the database. Includes `otherNames`.
 */
export function namesInSql(sql: string, mark: QuoteMark): ReadonlySet<string> {
  return new Set([...namesWithOffsets(sql, mark).map(({ name }) => name), ...otherNames(sql, mark)])
}

/**
 * Returns the names that SQL reads where square brackets and backticks are around names, as in some databases with double
 * quotes.
 */
export function otherNames(sql: string, mark: QuoteMark): readonly string[] {
  return mark === '"' && /[[`]/.test(sql) ? namesWithOffsets(sql, 'any').map(({ name }) => name) : []
}

/** A name in SQL with its offsets. */
interface NameInSql {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** Returns the names that SQL reads in lower case, in order. With `any`, each way to quote a name is known. */
export function namesWithOffsets(sql: string, mark: QuoteMark | 'any'): readonly NameInSql[] {
  return sqlTokens(sql, mark).flatMap(({ token, at }) => {
    const name = nameOf(token, mark === 'any' ? token.charAt(0) : mark)
    const isCalled = /^\s*\(/.test(sql.slice(at + token.length, at + token.length + 100))
    if (name === undefined || isCalled || isKeyword({ sql, token, at })) return []
    return [{ name: name.toLowerCase(), from: at, to: at + token.length }]
  })
}

/** Returns SQL of the same length with spaces for strings and comments. */
export function withoutLiterals(sql: string, mark: QuoteMark): string {
  return replaceTokens(sql, mark, (token) => (nameOf(token, mark) === undefined ? ' '.repeat(token.length) : token))
}

/** Returns the unquoted words of SQL in lower case, with keywords and functions. */
export function identifiersInSql(sql: string, mark: QuoteMark): ReadonlySet<string> {
  return new Set(sqlTokens(sql, mark).flatMap(({ token }) => (/^[\p{L}_]/u.test(token) ? [token.toLowerCase()] : [])))
}

/**
 * Returns an expression with columns renamed, all at once: a new name may be the old name of another column. Keywords,
 * types and units with the name of a column are unchanged.
 */
export function renameInSql(sql: string, names: ReadonlyMap<string, string>, mark: QuoteMark): string {
  return replaceTokens(sql, mark, (token, at) => {
    const found = [...names].find(([name]) => isUsed({ sql, token, at }, { name, use: 'read' }, mark))
    return found && !isKeyword({ sql, token, at }) ? quotedName(found[1], mark) : token
  })
}

function replaceTokens(sql: string, mark: QuoteMark, replacement: (token: string, at: number) => string): string {
  const parts: string[] = []
  let from = 0
  for (const { token, at } of sqlTokens(sql, mark)) {
    parts.push(sql.slice(from, at), replacement(token, at))
    from = at + token.length
  }
  return parts.join('') + sql.slice(from)
}

/** A name with its use. */
interface UsedName {
  readonly name: string
  readonly use: NameUse
}

function isUsed({ sql, token, at }: SqlWord, used: UsedName, mark: QuoteMark): boolean {
  const name = nameOf(token, mark)
  if (name === undefined || !isSame(name, used.name, token.startsWith(mark))) return false
  return /^\s*\(/.test(sql.slice(at + token.length)) === (used.use === 'called')
}

function nameOf(token: string, mark: string): string | undefined {
  const end = mark === '[' ? ']' : mark
  if (/^[\p{L}_]/u.test(token)) return token
  return /^["`[]/.test(token) && token.startsWith(mark) ? token.slice(1, -1).replaceAll(end + end, end) : undefined
}

/** Unquoted names are compared ignoring case. */
function isSame(name: string, other: string, isQuoted: boolean): boolean {
  return name === other || (!isQuoted && name.toLowerCase() === other.toLowerCase())
}

function quoteIfNeeded(name: string, use: NameUse, mark: QuoteMark): string {
  return use === 'called' ? name : quotedName(name, mark)
}
