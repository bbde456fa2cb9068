/** Maximum nesting of parentheses. */
const MAX_DEPTH = 20

/** Texts with backslashes are no tokens: engines disagree where such a text ends. */
const TOKEN =
  /[ \t\r\n]+|(?<text>'(?:[^'\\]|'')*')|(?<quoted>"[^"\\]+"|`[^`\\]+`)|(?<number>\d+(?:\.\d+)?)|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<sign><=|>=|<>|!=|[=<>(),-])/uy
const COMPARATORS: readonly string[] = ['=', '<>', '!=', '<', '<=', '>', '>=']
/** Words that are no columns: keywords of conditions, and names with a value of the session. */
const RESERVED = /^(and|or|not|in|between|like|ilike|is|null|true|false|user|(current|session|system)_.*)$/i

interface Token {
  readonly kind: 'text' | 'quoted' | 'number' | 'word' | 'sign'
  /** As written; without the marks of a quoted name. */
  readonly text: string
}

/** An operand of a condition: a column by its name without a table, or a value by its type. */
export type Operand =
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'text' | 'number' | 'boolean' | 'time' | 'null' }

/**
 * Returns the operands of each comparison in a condition that only compares columns with values; undefined for any other
 * SQL. Such a condition has no functions, operators, templates or sub-queries, so that it reads no other rows. Its errors
 * reveal no values if the engine converts no column to compare it.
 */
export function simpleComparisons(condition: string): readonly (readonly Operand[])[] | undefined {
  // A template is replaced by SQL, also within a text. Three quotation marks begin a text of another syntax in BigQuery.
  const tokens = /\{[{%#]|'''/.test(condition) ? undefined : tokensOf(condition)
  const reader = tokens && new ConditionReader(tokens)
  return reader?.condition(0) && reader.isAtEnd() ? reader.comparisons : undefined
}

function tokensOf(condition: string): readonly Token[] | undefined {
  const tokens: Token[] = []
  for (let at = 0; at < condition.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const groups = TOKEN.exec(condition)
    if (!groups) return undefined
    const [kind, text] = Object.entries(groups.groups ?? {}).find(([, found]) => found !== undefined) ?? []
    if (kind === undefined || text === undefined) continue
    tokens.push({ kind: kind as Token['kind'], text: kind === 'quoted' ? text.slice(1, -1) : text })
  }
  return tokens
}

/** Reads the tokens of a condition. Each method returns false at the first error. */
class ConditionReader {
  readonly comparisons: Operand[][] = []
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  condition(depth: number): boolean {
    if (depth > MAX_DEPTH) return false
    do if (!this.#term(depth)) return false
    while (this.#take('and') || this.#take('or'))
    return true
  }

  #term(depth: number): boolean {
    this.#take('not')
    if (this.#take('(')) return this.condition(depth + 1) && this.#take(')')
    if (this.#take('true') || this.#take('false')) return true
    this.comparisons.push([])
    return this.#operand() && this.#comparison()
  }

  #comparison(): boolean {
    if (this.#take('is')) {
      this.#take('not')
      return this.#take('null')
    }
    if (COMPARATORS.some((sign) => this.#take(sign))) return this.#operand()
    this.#take('not')
    if (this.#take('like') || this.#take('ilike')) return this.#value()
    if (this.#take('between')) return this.#value() && this.#take('and') && this.#value()
    return this.#take('in') && this.#take('(') && this.#values() && this.#take(')')
  }

  #values(): boolean {
    do if (!this.#value()) return false
    while (this.#take(','))
    return true
  }

  #operand(): boolean {
    return this.#column() || this.#value()
  }

  #column(): boolean {
    const token = this.#tokens[this.#at]
    const isName = token?.kind === 'quoted' || (token?.kind === 'word' && !this.#isReserved(token.text))
    if (!token || !isName) return false
    this.#at++
    return this.#add({ kind: 'column', name: token.text })
  }

  /** The types of times are column names too, unless a text follows. */
  #isReserved(word: string): boolean {
    if (/^(date|timestamp)$/i.test(word)) return this.#tokens[this.#at + 1]?.kind === 'text'
    return RESERVED.test(word)
  }

  #value(): boolean {
    if (this.#take('null')) return this.#add({ kind: 'null' })
    if (this.#take('true') || this.#take('false')) return this.#add({ kind: 'boolean' })
    if (this.#take('-')) return this.#takeKind('number') && this.#add({ kind: 'number' })
    if (this.#take('date') || this.#take('timestamp')) return this.#takeKind('text') && this.#add({ kind: 'time' })
    if (this.#takeKind('number')) return this.#add({ kind: 'number' })
    return this.#takeKind('text') && this.#add({ kind: 'text' })
  }

  #add(operand: Operand): true {
    this.comparisons.at(-1)?.push(operand)
    return true
  }

  #take(word: string): boolean {
    const token = this.#tokens[this.#at]
    if (!token || !['word', 'sign'].includes(token.kind) || token.text.toLowerCase() !== word) return false
    this.#at++
    return true
  }

  #takeKind(kind: Token['kind']): boolean {
    if (this.#tokens[this.#at]?.kind !== kind) return false
    this.#at++
    return true
  }
}
