/** Returns the word of the list with the smallest edit distance; undefined if none is close. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  const ranked = words.map((each) => ({ each, far: editDistance(lower, each.toLowerCase()) }))
  const best = ranked.reduce((near, next) => (next.far < near.far ? next : near))
  return best.far <= Math.max(1, Math.ceil(best.each.length / 2)) ? best.each : undefined
}

/** Returns the edit distance of two texts (insertions, deletions and substitutions). */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (const [i, letter] of from.split('').entries()) {
    const next = [i + 1]
    for (const [j, other] of to.split('').entries()) {
      const remaining = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(remaining, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Maximum length and number of the names that are compared. */
const LONGEST = 64
const MAX_CANDIDATES_COMPARED = 3000

/**
 * Returns the names that a misspelled one may mean, closest first. At most 34 % of its characters, but at least one,
 * may differ.
 */
export function similarNames(written: string, names: readonly string[], most: number): readonly string[] {
  const lower = written.toLowerCase()
  if (lower === '' || lower.length > LONGEST) return []
  const far = Math.max(1, Math.floor(lower.length * 0.34))
  return names
    .filter((name) => name !== written && Math.abs(name.length - lower.length) <= far)
    .slice(0, MAX_CANDIDATES_COMPARED)
    .map((name) => ({ name, far: editDistance(lower, name.toLowerCase()) }))
    .filter((each) => each.far <= far)
    .toSorted((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ name }) => name)
}
