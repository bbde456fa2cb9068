import type * as z from 'zod'
import { distance } from '#core/text/similar-names.ts'
import { t } from '#core/text/t.ts'

/** Letters by which a key may differ from the one that was meant. */
const FAR = 2
/** Characters of the shortest key that can be taken for another. */
const SHORTEST = 4
/** Characters of the longest key, and how many keys, that are looked at. */
const LONGEST = 64
const MAX_KEYS = 100

/** Warnings about keys of a body that nobody knows and that differ from known ones by a letter or two. */
export function misspelt({ shape }: z.ZodObject, body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  const known = Object.keys(shape)
  return Object.keys(body)
    .filter((key) => !Object.hasOwn(shape, key) && key.length >= SHORTEST && key.length <= LONGEST)
    .slice(0, MAX_KEYS)
    .flatMap((key) => {
      const meant = known.find((each) => !Object.hasOwn(body, each) && distance(key.toLowerCase(), each) <= FAR)
      return meant === undefined ? [] : [t('There is no field %s, and it was left out. Did you mean %s?', key, meant)]
    })
}
