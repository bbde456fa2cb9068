import { expect, it } from 'vitest'
import { toCanonicalJson, cacheKey } from './cache-key.ts'
import { MemoryCache } from './memory-cache.ts'

it('evicts the least recently used value, and stores no value larger than a quarter of its bytes', () => {
  const cache = new MemoryCache<string>(1000, () => 0)
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key, 60, 240)
  cache.get('a')
  cache.set('e', 'e', 60, 240)
  cache.set('f', 'f', 60, 300)
  expect(['a', 'b', 'c', 'd', 'e', 'f'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd', 'e'])
  expect(cache.size).toBeLessThanOrEqual(1000)
})

it('expires a value after its seconds, and keeps one without a limit', () => {
  let now = 0
  const cache = new MemoryCache<string>(1000, () => now)
  cache.set('short', 'a', 10, 1)
  cache.set('ever', 'b', Number.POSITIVE_INFINITY, 1)
  now = 9_999
  expect(cache.get('short')).toBeDefined()
  now = 10_000
  expect(cache.get('short')).toBeUndefined()
  now = 1e15
  expect(cache.get('ever')).toBeDefined()
})

it('keys by value: the order of keys and absent ones do not matter, the order of lists does', () => {
  expect(toCanonicalJson({ b: [1, { d: 1, c: 2 }], a: undefined })).toBe('{"b":[1,{"c":2,"d":1}]}')
  expect(cacheKey({ a: 1, b: 2 })).toBe(cacheKey({ b: 2, a: 1 }))
  expect(cacheKey({ a: [1, 2] })).not.toBe(cacheKey({ a: [2, 1] }))
  expect(cacheKey({ a: 1 })).toMatch(/^[0-9a-f]{32}$/)
})
