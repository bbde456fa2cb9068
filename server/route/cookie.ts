/** The value of a cookie in a `Cookie` header; the first of that name, undefined when there is none. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim() || undefined
  }
  return undefined
}

/** What a cookie is set with. Without `maxAge` (seconds) it is removed. */
export interface CookieSettings {
  readonly path: string
  readonly maxAge?: number
  readonly secure: boolean
}

/** A `Set-Cookie` header: HttpOnly and SameSite Lax always. Names and values are tokens of our own making. */
export function printCookie(name: string, value: string, { path, maxAge = 0, secure }: CookieSettings): string {
  const parts = [`${name}=${value}`, `Max-Age=${maxAge}`, `Path=${path}`, 'HttpOnly']
  return [...parts, ...(secure ? ['Secure'] : []), 'SameSite=Lax'].join('; ')
}
