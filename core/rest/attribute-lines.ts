import type { UserAttributes } from './user-attributes.ts'

/** Returns attributes as lines such as `region = north`; an attribute with several values has a line for each. */
export function attributesAsText(attributes: UserAttributes): string {
  return Object.entries(attributes)
    .flatMap(([name, values]) => [values].flat().map((each) => `${name} = ${each}`))
    .join('\n')
}

/** Parses lines such as `region = north`. Returns undefined if a line is not of this form; empty lines are ignored. */
export function parseAttributeLines(text: string): UserAttributes | undefined {
  const found = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const [, name, attribute] = /^\s*([A-Za-z_]\w{0,63})\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (name === undefined || attribute === undefined) return undefined
    found.set(name, [...(found.get(name) ?? []), attribute])
  }
  return Object.fromEntries([...found].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]))
}
