import * as z from 'zod'

/**
 * Whether people may be led there: an http or https address with a host, or a path of this one. Anything a browser might
 * take for another scheme or another host is not; nothing at all is.
 */
export function isLink(text: string): boolean {
  if (text === '') return true
  if (text.includes('\\') || Array.from(text).some((each) => each.charCodeAt(0) < 33)) return false
  if (text.startsWith('/')) return !text.startsWith('//')
  return /^https?:\/\/[^/?#]/i.test(text)
}

/** A link that is kept for people to follow. */
export const linkText = z.string().refine(isLink, 'Must be an http or https address, or a path that begins with /.')
