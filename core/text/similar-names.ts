/** The word of the list nearest to the one written, by edits; undefined when none is near. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  const ranked = words.map((each) => ({ each, far: distance(lower, each.toLowerCase()) }))
  const best = ranked.reduce((near, next) => (next.far < near.far ? next : near))
  return best.far <= Math.max(1, Math.ceil(best.each.length / 2)) ? best.each : undefined
}

/** How many letters have to be put in, taken out or changed to make one text of the other. */
export function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (const [i, letter] of from.split('').entries()) {
    const next = [i + 1]
    for (const [j, other] of to.split('').entries()) {
      const kept = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(kept, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Characters of the longest name, and how many names, that are looked at. */
const LONGEST = 64
const MAX_CANDIDATES_COMPARED = 3000

/** The names a written one may stand for, nearest first: three letters in ten may differ. */
export function similarNames(written: string, names: readonly string[], most: number): readonly string[] {
  const lower = written.toLowerCase()
  if (lower === '' || lower.length > LONGEST) return []
  const far = Math.max(1, Math.floor(lower.length * 0.34))
  return names
    .filter((name) => name !== written && Math.abs(name.length - lower.length) <= far)
    .slice(0, MAX_CANDIDATES_COMPARED)
    .map((name) => ({ name, far: distance(lower, name.toLowerCase()) }))
    .filter((each) => each.far <= far)
    .toSorted((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ name }) => name)
}
