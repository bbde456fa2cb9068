import { createHash } from 'node:crypto'

/** Returns JSON with sorted keys; undefined is omitted, as in JSON. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each
    const record = each as Record<string, unknown>
    return Object.fromEntries(
      Object.keys(record)
        .toSorted()
        .map((key) => [key, record[key]]),
    )
  })
}

/** Returns the cache key of everything that determines a result: 32 hexadecimal digits. */
export function cacheKey(parts: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(toCanonicalJson(parts)).digest('hex').slice(0, 32)
}
