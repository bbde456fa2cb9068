import { requireWithin } from '#core/rest/bounds.ts'

/**
 * The library reads filters, paths and keys with `object[name]` at each level, so that a name like `__proto__` or
 * `emails.slice.call` changes objects of the whole process. Only texts that pass these functions may reach it.
 */

/** The schemas whose attributes may be named with a prefix, in lower case. */
export interface ScimNames {
  /** The names of all attributes and parts of attributes, in lower case. */
  readonly names: ReadonlySet<string>
  /** The ids of the schemas, in lower case. */
  readonly schemas: readonly string[]
}

const TOKEN = /\s+|"[^"]*"|[()[\]]|[^\s"()[\]]+/y
const COMPARATORS: readonly string[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'lt', 'ge', 'le']
const LITERAL = /^(?:"[^"]*"|true|false|null|[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)$/i

/** Returns true if a filter is well-formed and names only known attributes. Throws the bounds of filters. */
export function isFilter(known: ScimNames, text: string): boolean {
  const reader = readerOf(known, text)
  return reader !== undefined && reader.filter() && reader.isAtEnd()
}

/** Returns true if a path of PATCH is well-formed and names only known attributes. Throws the bounds of filters. */
export function isPath(known: ScimNames, text: string): boolean {
  const reader = readerOf(known, text)
  return reader !== undefined && reader.path() && reader.isAtEnd()
}

/** Returns true if the library may read a key of a body: no part is a property that every object has. */
export function isKey({ names, schemas }: ScimNames, key: string): boolean {
  const lower = key.toLowerCase()
  const inherited = (part: string) => `${part.slice(0, 1).toLowerCase()}${part.slice(1)}` in Object.prototype
  if ([key, lower].some((each) => each.split(/\W+/).some(inherited))) return false
  const schema = schemas.find((each) => lower.startsWith(`${each}:`))
  const rest = schema === undefined ? [] : lower.slice(schema.length + 1).split('.')
  return rest.length < 2 || rest.every((part) => names.has(part))
}

function readerOf(known: ScimNames, text: string): SyntaxReader | undefined {
  requireWithin('scim-filter-length', text.length)
  const tokens = tokensOf(text)
  if (!tokens) return undefined
  const count = (...words: readonly string[]) => tokens.filter((each) => words.includes(each.toLowerCase())).length
  const brackets = count('(', '[')
  if (brackets > 0) {
    // The library ends a group at the first bracket, also within a text.
    if (tokens.some((each) => each.startsWith('"') && /[()[\]\\]/.test(each))) return undefined
    // The library multiplies the alternatives of all groups.
    requireWithin('scim-filter-operators', count('and', 'or', 'not'))
    if (count('or') > 0) requireWithin('scim-filter-groups', brackets)
  }
  return new SyntaxReader(known, tokens)
}

function tokensOf(text: string): readonly string[] | undefined {
  const tokens: string[] = []
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)?.[0]
    if (token === undefined) return undefined
    if (token.trim() !== '') tokens.push(token)
  }
  return tokens
}

/** Reads the tokens of a filter (RFC 7644, 3.4.2.2). Each method returns false at the first error. */
class SyntaxReader {
  readonly #known: ScimNames
  readonly #tokens: readonly string[]
  #at = 0

  constructor(known: ScimNames, tokens: readonly string[]) {
    this.#known = known
    this.#tokens = tokens
  }

  isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  filter(): boolean {
    do if (!this.#term()) return false
    while (this.#take('and') || this.#take('or'))
    return true
  }

  /** Reads `emails`, `name.givenName`, `emails[type eq "work"]` or `emails[type eq "work"].value`. */
  path(): boolean {
    if (!this.#isAttribute(this.#next())) return false
    while (this.#take('[')) {
      if (!this.filter() || !this.#take(']')) return false
      if (this.#peek().startsWith('.') && !this.#isAttribute(this.#next().slice(1))) return false
    }
    return true
  }

  #term(): boolean {
    this.#take('not')
    if (this.#take('(')) return this.filter() && this.#take(')')
    const start = this.#at
    if (!this.path()) return false
    if (this.#take('pr') || this.#take('np')) return true
    if (COMPARATORS.includes(this.#peek())) {
      this.#at++
      return LITERAL.test(this.#next())
    }
    // `emails[type eq "work"]` is complete without a comparison.
    return this.#tokens.slice(start, this.#at).includes('[')
  }

  #isAttribute(word: string): boolean {
    const lower = word.toLowerCase()
    const { names, schemas } = this.#known
    if (schemas.includes(lower)) return true
    const schema = schemas.find((each) => lower.startsWith(`${each}:`))
    const name = schema === undefined ? lower : lower.slice(schema.length + 1)
    return name.split('.').every((part) => names.has(part))
  }

  #peek(): string {
    return this.#tokens[this.#at]?.toLowerCase() ?? ''
  }

  #next(): string {
    return this.#tokens[this.#at++] ?? ''
  }

  #take(token: string): boolean {
    if (this.#peek() !== token) return false
    this.#at++
    return true
  }
}
