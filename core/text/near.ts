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
