/** Returns the initials of a name: at most two letters, from the first and the last word. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const first = words[0]
  const last = words.length > 1 ? words.at(-1) : undefined
  const letter = (word: string | undefined) =>
    word === undefined ? '' : String.fromCodePoint(word.codePointAt(0) ?? 32)
  return (letter(first) + letter(last)).toUpperCase()
}

/** Returns which of `count` colors represents a name; deterministic. */
export function colorOf(name: string, count: number): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return sum % count
}
