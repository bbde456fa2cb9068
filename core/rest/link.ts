import * as z from 'zod'

/**
 * True for a safe hyperlink: an http or https URL with a host, or a path of this host. Texts that a browser might read
 * as another scheme or host are rejected, as is empty text.
 */
export function isLink(text: string): boolean {
  if (text === '') return true
  if (text.includes('\\') || Array.from(text).some((each) => each.charCodeAt(0) < 33)) return false
  if (text.startsWith('/')) return !text.startsWith('//')
  return /^https?:\/\/[^/?#]/i.test(text)
}

/** The schema of a stored hyperlink. */
export const linkText = z.string().refine(isLink, 'Must be an http or https address, or a path that begins with /.')
