import { escapeText, quoteText } from './macro-quote.ts'
import {
  type LookupResults,
  type MacroContext,
  type MacroFilter,
  type MacroLookup,
  lookupKey,
  type TemplateReads,
} from './macro-task.ts'

/** True if a value is neither empty nor null. */
export function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== ''
}

/** Records what one rendering has returned, read and requested. */
export class RenderingRecord {
  readonly macroContext: MacroContext
  readonly keys: unknown[] = []
  readonly #missing = new Set<string>()
  readonly #answers: LookupResults
  readonly #read = new Set<string>()
  readonly #removed = new Set<string>()
  readonly #needs = new Map<string, MacroLookup>()
  /** Maps returned texts to their original values. */
  readonly #originals = new Map<string, string>()

  constructor(macroContext: MacroContext, answers: LookupResults) {
    this.macroContext = macroContext
    this.#answers = answers
  }

  get reads(): TemplateReads {
    return { filters: [...this.#read], removed: [...this.#removed], keys: this.keys, missing: [...this.#missing] }
  }

  get needs(): readonly MacroLookup[] {
    return [...this.#needs.values()]
  }

  /** Returns a value whose texts are safe within quotes. */
  safe(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.safe(each))
    if (typeof value !== 'string') return value ?? null
    const inside = escapeText(value, this.macroContext.quoting)
    this.#originals.set(inside, value)
    return inside
  }

  /** Returns a value as a literal; a text that was returned before is converted from its original. */
  literal(value: unknown): string {
    if (typeof value === 'string' && this.macroContext.decimals.includes(value)) return value
    if (typeof value === 'string') return quoteText(this.#originals.get(value) ?? value, this.macroContext.quoting)
    if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
    return typeof value === 'number' || typeof value === 'bigint' ? String(value) : 'NULL'
  }

  /** Returns the non-empty filters on a column; they count as read. */
  filtersOn(column: string, remove: unknown): readonly MacroFilter[] {
    const found = this.macroContext.filters.filter(({ col, val }) => col === column && isFilled(val))
    if (found.length > 0) this.#read.add(column)
    if (remove === true && found.length > 0) this.#removed.add(column)
    return found
  }

  /** Returns an attribute of the user, safe within quotes; an empty text, and recorded, if the user lacks it. */
  attribute(name: string): unknown {
    const value = this.lookUp({ macro: 'attribute', name }, '')
    if (value === null) this.#missing.add(name)
    return this.safe(value ?? '')
  }

  /** Returns the result of a need; `until` while it is unknown. */
  lookUp(need: MacroLookup, until: unknown): unknown {
    const key = lookupKey(need)
    if (Object.hasOwn(this.#answers, key)) return this.#answers[key]
    this.#needs.set(key, need)
    return until
  }
}
