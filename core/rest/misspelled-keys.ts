import type * as z from 'zod'
import { editDistance } from '#core/text/similar-names.ts'
import { t } from '#core/text/t.ts'

/** Maximum edit distance between a key and the intended one. */
const FAR = 2
/** Minimum length of a key that is checked. */
const SHORTEST = 4
/** Maximum length and number of the keys that are checked. */
const LONGEST = 64
const MAX_KEYS = 100

/** Returns warnings about unknown keys of a body that differ from known ones by one or two characters. */
export function misspelledKeyWarnings({ shape }: z.ZodObject, body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  const known = Object.keys(shape)
  return Object.keys(body)
    .filter((key) => !Object.hasOwn(shape, key) && key.length >= SHORTEST && key.length <= LONGEST)
    .slice(0, MAX_KEYS)
    .flatMap((key) => {
      const meant = known.find((each) => !Object.hasOwn(body, each) && editDistance(key.toLowerCase(), each) <= FAR)
      return meant === undefined ? [] : [t('There is no field %s, and it was left out. Did you mean %s?', key, meant)]
    })
}
