/** Returns the value of a cookie in a `Cookie` header; the first of that name, undefined if there is none. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim() || undefined
  }
  return undefined
}

/** The attributes of a cookie. Without `maxAge` (seconds) it is removed. */
export interface CookieSettings {
  readonly path: string
  readonly maxAge?: number
  readonly secure: boolean
}

/** Returns a `Set-Cookie` header, always HttpOnly and SameSite Lax. Names and values must be tokens of the product. */
export function printCookie(name: string, value: string, { path, maxAge = 0, secure }: CookieSettings): string {
  const parts = [`${name}=${value}`, `Max-Age=${maxAge}`, `Path=${path}`, 'HttpOnly']
  return [...parts, ...(secure ? ['Secure'] : []), 'SameSite=Lax'].join('; ')
}
