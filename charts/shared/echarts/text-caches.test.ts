import LRU from 'zrender/lib/core/LRU.js'
import { getLineHeight, getWidth } from 'zrender/lib/contain/text.js'
import { platformApi } from 'zrender/lib/core/platform.js'
import { expect, it } from 'vitest'
import { patchLineHeights, replaceTextCaches } from './text-caches.ts'

// If no font has a Chinese glyph, the replacement box is 0.6 of the font size wide.
platformApi.measureText = (text: string) => ({ width: text.length * 7.2 })
replaceTextCaches()
patchLineHeights()

it('a text cache accepts any text as a key and does not change Object.prototype', () => {
  const cache = new LRU<number>(10)
  for (const [at, text] of ['__proto__', 'constructor', 'toString', 'a'].entries()) {
    expect(cache.get(text)).toBeUndefined()
    cache.put(text, at)
    expect(cache.get(text)).toBe(at)
  }
  const shared: string[] = []
  for (const key in {}) shared.push(key)
  expect(shared).toEqual([])
  expect(cache.len()).toBe(4)
})

it('evicts the least recently used entry of a full cache and returns it', () => {
  const cache = new LRU<number>(2)
  cache.put('a', 1)
  cache.put('b', 2)
  cache.get('a')
  expect(cache.put('c', 3)).toBe(2)
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.len()]).toEqual([1, undefined, 3, 2])
  expect(cache.put('c', 4)).toBeNull()
  cache.clear()
  expect([cache.get('c'), cache.len()]).toEqual([undefined, 0])
})

it.each([
  ['12px Inter', 12],
  ['500 13.5px/1.2 "Inter Variable", sans-serif', 13.5],
  ['bold 1em Inter', 12],
])('the height of a line of %s is its font size for any letters', (font, height) => {
  expect(getLineHeight(font)).toBe(height)
  expect(getWidth('four', font)).toBe(28.8)
})
