import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Grammar, Inspection } from '#server/engines/engine.ts'

/** Maximum cached texts, and total bytes of their inspections. */
const MAX_CACHED = 5000
const MAX_CACHED_BYTES = 16_000_000

/** Caches grammar inspections of a database by the hash of the text. */
export class Inspections {
  readonly #grammar: Pick<Grammar, 'inspect'>
  readonly #known = new LRUCache<string, Inspection>({
    max: MAX_CACHED,
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (read) => JSON.stringify(read).length,
  })

  constructor(grammar: Pick<Grammar, 'inspect'>) {
    this.#grammar = grammar
  }

  async of(text: string): Promise<Inspection> {
    const key = createHash('sha256').update(text).digest('base64')
    const existing = this.#known.get(key)
    if (existing) return existing
    const read = await this.#grammar.inspect(text)
    this.#known.set(key, read)
    return read
  }
}
