/** What a name is followed by decides what it is: a function is called. */
type NameUse = 'called' | 'read'

const PLAIN = /^[a-z_][a-z0-9_]*$/

/** Texts, remarks, quoted names, and words with what follows them. */
const TOKEN = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*/gu

/**
 * SQL with a name put in place of another wherever it is used so, and nothing else touched: neither texts and remarks nor
 * parts of longer names.
 */
export function mendSql(sql: string, wrong: string, right: string, use: NameUse): string {
  return sql.replace(TOKEN, (token, at: number) => {
    const name = nameOf(token)
    if (name === undefined || !isSame(name, wrong, token)) return token
    const isCalled = /^\s*\(/.test(sql.slice(at + token.length))
    if (isCalled !== (use === 'called')) return token
    return token.startsWith('"') || !PLAIN.test(right) ? quoted(right, use) : right
  })
}

function nameOf(token: string): string | undefined {
  if (token.startsWith('"')) return token.slice(1, -1).replaceAll('""', '"')
  return /^[\p{L}_]/u.test(token) ? token : undefined
}

/** Unquoted names are compared without their case. */
function isSame(name: string, wrong: string, token: string): boolean {
  return name === wrong || (!token.startsWith('"') && name.toLowerCase() === wrong.toLowerCase())
}

function quoted(name: string, use: NameUse): string {
  return use === 'called' ? name : `"${name.replaceAll('"', '""')}"`
}
