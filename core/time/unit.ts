/** A unit of the time-range language, in its written form. A quarter is three months. */
export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

/** The units from the shortest to the longest. */
export const timeUnits: readonly TimeUnit[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']

const within = new Set<TimeUnit>(['second', 'minute', 'hour'])

/** Whether the unit is shorter than a day, so that it is counted in elapsed time rather than on the calendar. */
export function isShort(unit: TimeUnit): boolean {
  return within.has(unit)
}

/** Reads a unit in any case, singular or plural. */
export function readUnit(word: string): TimeUnit | undefined {
  const lower = word.toLowerCase()
  return timeUnits.find((unit) => lower === unit || lower === `${unit}s`)
}

/** `1 day`, `2 days`. */
export function countUnits(n: number, unit: TimeUnit): string {
  return `${n} ${unit}${Math.abs(n) === 1 ? '' : 's'}`
}

/** The word of the list nearest to the one written, by edits; undefined when none is near. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  const ranked = words.map((each) => ({ each, far: distance(lower, each.toLowerCase()) }))
  const best = ranked.reduce((near, next) => (next.far < near.far ? next : near))
  return best.far <= Math.max(1, Math.ceil(best.each.length / 2)) ? best.each : undefined
}

function distance(from: string, to: string): number {
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
