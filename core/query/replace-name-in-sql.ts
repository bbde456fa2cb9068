import type { UnknownNameType } from '#core/rest/unknown-name.ts'
import { isKeyword, type SqlWord } from './sql-keyword.ts'

/** The token after a name decides its use: a function is called. */
type NameUse = 'called' | 'read'

/** Returns how SQL uses a name of this type. */
export const nameUse = (kind: UnknownNameType): NameUse => (kind === 'function' ? 'called' : 'read')

const PLAIN = /^[a-z_][a-z0-9_]*$/

/** Strings, comments, quoted names, and words. */
const TOKEN = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*/gu

/**
 * Returns the SQL with a name replaced wherever it has this use. Strings, comments and parts of longer names are
 * unchanged.
 */
export function replaceNameInSql(sql: string, wrong: string, right: string, use: NameUse): string {
  return sql.replace(TOKEN, (token, at: number) => {
    if (!isUsed({ sql, token, at }, wrong, use)) return token
    return token.startsWith('"') || !PLAIN.test(right) ? quoted(right, use) : right
  })
}

/** Returns the offsets in the SQL at which a name has this use. */
export function nameOffsets(sql: string, name: string, use: NameUse): readonly { from: number; to: number }[] {
  return [...sql.matchAll(TOKEN)].flatMap(({ 0: token, index: at }) =>
    isUsed({ sql, token, at }, name, use) ? [{ from: at, to: at + token.length }] : [],
  )
}

/** Returns the names that SQL reads, without functions and keywords: quoted names as written, others in lower case. */
export function namesInSql(sql: string): ReadonlySet<string> {
  const names = [...sql.matchAll(TOKEN)].flatMap(({ 0: token, index: at }) => {
    const name = nameOf(token)
    const isCalled = /^\s*\(/.test(sql.slice(at + token.length, at + token.length + 100))
    if (name === undefined || isCalled || isKeyword({ sql, token, at })) return []
    return [token.startsWith('"') ? name : name.toLowerCase()]
  })
  return new Set(names)
}

/** Returns the unquoted words of SQL in lower case, with keywords and functions. */
export function wordsInSql(sql: string): ReadonlySet<string> {
  return new Set([...sql.matchAll(TOKEN)].flatMap(([token]) => (/^[\p{L}_]/u.test(token) ? [token.toLowerCase()] : [])))
}

/**
 * Returns an expression with columns renamed, all at once: a new name may be the old name of another column. Keywords,
 * types and units with the name of a column are unchanged.
 */
export function renameInSql(sql: string, names: ReadonlyMap<string, string>): string {
  return sql.replace(TOKEN, (token, at: number) => {
    const found = [...names].find(([old]) => isUsed({ sql, token, at }, old, 'read'))
    return found && !isKeyword({ sql, token, at }) ? quoted(found[1], 'read') : token
  })
}

function isUsed({ sql, token, at }: SqlWord, wrong: string, use: NameUse): boolean {
  const name = nameOf(token)
  if (name === undefined || !isSame(name, wrong, token)) return false
  return /^\s*\(/.test(sql.slice(at + token.length)) === (use === 'called')
}

function nameOf(token: string): string | undefined {
  if (token.startsWith('"')) return token.slice(1, -1).replaceAll('""', '"')
  return /^[\p{L}_]/u.test(token) ? token : undefined
}

/** Unquoted names are compared ignoring case. */
function isSame(name: string, wrong: string, token: string): boolean {
  return name === wrong || (!token.startsWith('"') && name.toLowerCase() === wrong.toLowerCase())
}

function quoted(name: string, use: NameUse): string {
  return use === 'called' ? name : `"${name.replaceAll('"', '""')}"`
}
