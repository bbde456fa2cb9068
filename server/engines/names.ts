/** The names in a text of names parted by blanks. */
export function namesIn(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split(/\s+/)).filter((name) => name !== ''))
}

/** Whether a name is one of these, of which one with a `*` stands for all names that have the rest of it. */
export function matcher(names: ReadonlySet<string>): (name: string) => boolean {
  const patterns = [...names]
    .filter((name) => name.length > 1 && name.includes('*') && /\w/.test(name))
    .map((name) => new RegExp(`^${name.replaceAll('*', '.*')}$`, 's'))
  return (name) => names.has(name) || patterns.some((pattern) => pattern.test(name))
}

/** Those names that a person would write: words, and no patterns. */
export function plainNames(names: ReadonlySet<string>): readonly string[] {
  return [...names].filter((name) => /^[a-z][a-z0-9_]*$/.test(name))
}
