import { escaped, quoted } from './macro-quote.ts'
import { type NeedAnswers, type MacroContext, type MacroFilter, type Need, needKey, type Reads } from './macro-task.ts'

/** Whether a value says anything: neither empty nor nothing. */
export function holds(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== ''
}

/** What one rendering has handed out, read and asked for. */
export class MacroBook {
  readonly facts: MacroContext
  readonly keys: unknown[] = []
  readonly #answers: NeedAnswers
  readonly #read = new Set<string>()
  readonly #removed = new Set<string>()
  readonly #needs = new Map<string, Need>()
  /** Texts as handed out to what they were. */
  readonly #originals = new Map<string, string>()

  constructor(facts: MacroContext, answers: NeedAnswers) {
    this.facts = facts
    this.#answers = answers
  }

  get reads(): Reads {
    return { filters: [...this.#read], removed: [...this.#removed], keys: this.keys }
  }

  get needs(): readonly Need[] {
    return [...this.#needs.values()]
  }

  /** A value whose texts may stand between quotes. */
  safe(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.safe(each))
    if (typeof value !== 'string') return value ?? null
    const inside = escaped(value, this.facts.quoting)
    this.#originals.set(inside, value)
    return inside
  }

  /** A value as a literal; a text that was handed out before as what it was. */
  literal(value: unknown): string {
    if (typeof value === 'string') return quoted(this.#originals.get(value) ?? value, this.facts.quoting)
    if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
    return typeof value === 'number' || typeof value === 'bigint' ? String(value) : 'NULL'
  }

  /** The filters on a column that hold something; they count as read. */
  filtersOn(column: string, remove: unknown): readonly MacroFilter[] {
    const found = this.facts.filters.filter(({ col, val }) => col === column && holds(val))
    if (found.length > 0) this.#read.add(column)
    if (remove === true && found.length > 0) this.#removed.add(column)
    return found
  }

  /** The answer to a need, or `until` there is one. */
  lookUp(need: Need, until: unknown): unknown {
    const key = needKey(need)
    if (Object.hasOwn(this.#answers, key)) return this.#answers[key]
    this.#needs.set(key, need)
    return until
  }
}
