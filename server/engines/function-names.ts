/** Returns the names in a text of space-separated names. */
export function splitNames(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split(/\s+/)).filter((name) => name !== ''))
}

/** The operators that every warehouse reads as the shared parser does, by their names in its trees. */
export const WAREHOUSE_OPERATORS = splitNames(
  `Plus Minus Multiply Divide Modulo StringConcat Eq NotEq Lt LtEq Gt GtEq And Or Not Union Intersect Except`,
)

/** Returns the names that are called with parentheses, in order: without operators and patterns. */
export function plainFunctionNames(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].filter((name) => /^[a-z]\w*$/.test(name)).toSorted()
}

/** Returns a test for whether a name is in the set; `*` in an entry matches the rest of a name. */
export function createMatcher(names: ReadonlySet<string>): (name: string) => boolean {
  const patterns = [...names]
    .filter((name) => name.length > 1 && name.includes('*') && /\w/.test(name))
    .map((name) => new RegExp(`^${name.replaceAll('*', '.*')}$`, 's'))
  return (name) => names.has(name) || patterns.some((pattern) => pattern.test(name))
}
