import type { UnknownNameType } from '#core/rest/unknown-name.ts'
import { type QuoteMark, quotedName } from './quote-mark.ts'
import { isKeyword, type SqlWord } from './sql-keyword.ts'

/** The token after a name decides its use: a function is called. */
type NameUse = 'called' | 'read'

/** Returns how SQL uses a name of this type. */
export const nameUse = (kind: UnknownNameType): NameUse => (kind === 'function' ? 'called' : 'read')

const PLAIN = /^[a-z_][a-z0-9_]*$/

/** Strings, comments, quoted names, and words by quote mark. Dialects with backticks have double quotes around texts. */
const TOKENS: Readonly<Record<QuoteMark, RegExp>> = {
  '"': /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*/gu,
  '`': /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"|(?:--|#)[^\n]*|\/\*[\s\S]*?\*\/|`(?:[^`]|``)*`|[\p{L}_][\p{L}\p{N}_$]*/gu,
}

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
  return sql.replace(TOKENS[mark], (token, at: number) => {
    if (!isUsed({ sql, token, at }, { name: wrong, use }, mark)) return token
    return token.startsWith(mark) || !PLAIN.test(right) ? quoteIfNeeded(right, use, mark) : right
  })
}

/** Returns the offsets in the SQL at which a name has this use. */
export function nameOffsets(sql: string, used: UsedName, mark: QuoteMark): readonly { from: number; to: number }[] {
  return [...sql.matchAll(TOKENS[mark])].flatMap(({ 0: token, index: at }) =>
    isUsed({ sql, token, at }, used, mark) ? [{ from: at, to: at + token.length }] : [],
  )
}

/** Returns the names that SQL reads, without functions and keywords: quoted names as written, others in lower case. */
export function namesInSql(sql: string, mark: QuoteMark): ReadonlySet<string> {
  return new Set(namesWithOffsets(sql, mark).map(({ name }) => name))
}

/** Returns the names of `namesInSql`, in order, with their offsets. */
export function namesWithOffsets(
  sql: string,
  mark: QuoteMark,
): readonly { readonly name: string; readonly from: number; readonly to: number }[] {
  return [...sql.matchAll(TOKENS[mark])].flatMap(({ 0: token, index: at }) => {
    const name = nameOf(token, mark)
    const isCalled = /^\s*\(/.test(sql.slice(at + token.length, at + token.length + 100))
    if (name === undefined || isCalled || isKeyword({ sql, token, at })) return []
    return [{ name: token.startsWith(mark) ? name : name.toLowerCase(), from: at, to: at + token.length }]
  })
}

/** Returns SQL of the same length with spaces for strings and comments. */
export function withoutLiterals(sql: string, mark: QuoteMark): string {
  return sql.replace(TOKENS[mark], (token) => (nameOf(token, mark) === undefined ? ' '.repeat(token.length) : token))
}

/** Returns the unquoted words of SQL in lower case, with keywords and functions. */
export function identifiersInSql(sql: string, mark: QuoteMark): ReadonlySet<string> {
  return new Set(
    [...sql.matchAll(TOKENS[mark])].flatMap(([token]) => (/^[\p{L}_]/u.test(token) ? [token.toLowerCase()] : [])),
  )
}

/**
 * Returns an expression with columns renamed, all at once: a new name may be the old name of another column. Keywords,
 * types and units with the name of a column are unchanged.
 */
export function renameInSql(sql: string, names: ReadonlyMap<string, string>, mark: QuoteMark): string {
  return sql.replace(TOKENS[mark], (token, at: number) => {
    const found = [...names].find(([name]) => isUsed({ sql, token, at }, { name, use: 'read' }, mark))
    return found && !isKeyword({ sql, token, at }) ? quotedName(found[1], mark) : token
  })
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

function nameOf(token: string, mark: QuoteMark): string | undefined {
  if (token.startsWith(mark)) return token.slice(1, -1).replaceAll(mark + mark, mark)
  return /^[\p{L}_]/u.test(token) ? token : undefined
}

/** Unquoted names are compared ignoring case. */
function isSame(name: string, other: string, isQuoted: boolean): boolean {
  return name === other || (!isQuoted && name.toLowerCase() === other.toLowerCase())
}

function quoteIfNeeded(name: string, use: NameUse, mark: QuoteMark): string {
  return use === 'called' ? name : quotedName(name, mark)
}
