import LRU from 'zrender/lib/core/LRU.js'
import { DEFAULT_FONT_SIZE, platformApi, setPlatformAPI } from 'zrender/lib/core/platform.js'

/** A cache as ECharts makes it, by how many it holds. */
interface Sized {
  readonly _maxSize: number
}

type Kept = Map<string | number, unknown>

const kept = new WeakMap<Sized, Kept>()

function keptOf(cache: Sized): Kept {
  const known = kept.get(cache)
  if (known) return known
  const made: Kept = new Map()
  kept.set(cache, made)
  return made
}

const methods = {
  get(this: Sized, key: string | number): unknown {
    const all = keptOf(this)
    const value = all.get(key)
    if (value !== undefined) {
      all.delete(key)
      all.set(key, value)
    }
    return value
  },
  put(this: Sized, key: string | number, value: unknown): unknown {
    const all = keptOf(this)
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
  clear(this: Sized): void {
    keptOf(this).clear()
  },
  len(this: Sized): number {
    return keptOf(this).size
  },
}

/**
 * Has ECharts keep the texts that it has measured in a map. It looks them up in a plain object, where a value named
 * `__proto__` or `constructor` finds what belongs to all objects, and is written there.
 */
export function replaceTextCaches(): void {
  Object.assign(LRU.prototype, methods)
}

/** What ECharts measures a font's line height and the width of a letter outside ASCII by. */
const WIDE = '国'

const sizeOf = (font: string) => Number(/([\d.]+)px/.exec(font)?.[1] ?? DEFAULT_FONT_SIZE)

/**
 * Has ECharts take the size of a font for its line height, which it takes from the width of one Chinese letter. Where no
 * font has that letter it would be 0.6 of the size, and all texts stand elsewhere than where one has it.
 */
export function keepLinesAlike(): void {
  const measured = { ...platformApi }
  setPlatformAPI({
    measureText: (text, font) => (text === WIDE ? { width: sizeOf(font ?? '') } : measured.measureText(text, font)),
  })
}
