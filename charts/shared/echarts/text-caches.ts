import LRU from 'zrender/lib/core/LRU.js'
import { DEFAULT_FONT_SIZE, platformApi, setPlatformAPI } from 'zrender/lib/core/platform.js'

/** An ECharts cache, with its size. */
interface SizedCache {
  readonly _maxSize: number
}

type TextCache = Map<string | number, unknown>

const textCaches = new WeakMap<SizedCache, TextCache>()

function textCacheOf(cache: SizedCache): TextCache {
  const cached = textCaches.get(cache)
  if (cached) return cached
  const newCache: TextCache = new Map()
  textCaches.set(cache, newCache)
  return newCache
}

const methods = {
  get(this: SizedCache, key: string | number): unknown {
    const all = textCacheOf(this)
    const value = all.get(key)
    if (value !== undefined) {
      all.delete(key)
      all.set(key, value)
    }
    return value
  },
  put(this: SizedCache, key: string | number, value: unknown): unknown {
    const all = textCacheOf(this)
    let removed: unknown = null
    if (!all.has(key) && all.size >= this._maxSize) {
      const [oldest] = all.keys()
      if (oldest !== undefined) {
        removed = all.get(oldest)
        all.delete(oldest)
      }
    }
    all.set(key, value)
    return removed
  },
  clear(this: SizedCache): void {
    textCacheOf(this).clear()
  },
  len(this: SizedCache): number {
    return textCacheOf(this).size
  },
}

/**
 * Replaces the text measurement caches of ECharts by maps. They are plain objects, in which a value named `__proto__`
 * or `constructor` would read and write object internals.
 */
export function replaceTextCaches(): void {
  Object.assign(LRU.prototype, methods)
}

/** The character with which ECharts measures the line height and the width of non-ASCII letters. */
const WIDE = '国'

const sizeOf = (font: string) => Number(/([\d.]+)px/.exec(font)?.[1] ?? DEFAULT_FONT_SIZE)

/**
 * Makes ECharts use the font size as line height. It would measure one Chinese letter, which is 0.6 of the size if no
 * font has it, so that the positions of all texts would differ between systems.
 */
export function patchLineHeights(): void {
  const measured = { ...platformApi }
  setPlatformAPI({
    measureText: (text, font) => (text === WIDE ? { width: sizeOf(font ?? '') } : measured.measureText(text, font)),
  })
}
