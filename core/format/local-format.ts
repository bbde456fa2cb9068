import { formatLocale as d3Locale, type FormatLocaleObject, formatSpecifier } from 'd3-format'
import { formatLocale } from '#core/text/format-locale.ts'
import { numberSymbols } from './locale.ts'

/** d3 starts again with the first size after the last one, so the last size is repeated for every digit of a double. */
const GROUPS = 160

const locales = new Map<string, FormatLocaleObject>()

function currentLocale(): FormatLocaleObject {
  const tag = formatLocale()
  const cached = locales.get(tag)
  if (cached) return cached
  const { decimal, group, sizes } = numberSymbols(tag)
  const grouping = Array.from({ length: GROUPS }, (_, index) => sizes[Math.min(index, sizes.length - 1)] ?? 3)
  const locale = d3Locale({ decimal, thousands: group, grouping, currency: ['$', ''] })
  locales.set(tag, locale)
  return locale
}

/**
 * Returns the formatter of a d3 pattern, with the separators that the user has chosen at the time of each call. Throws
 * for an invalid pattern.
 */
export function localFormat(pattern: string): (value: number) => string {
  // Checks the pattern at once.
  formatSpecifier(pattern)
  let locale: FormatLocaleObject | undefined
  let write: (value: number) => string = String
  return (value) => {
    const now = currentLocale()
    if (now !== locale) [locale, write] = [now, now.format(pattern)]
    return write(value)
  }
}
