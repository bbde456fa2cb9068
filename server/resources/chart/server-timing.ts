import { isEntry, type Result } from '#server/data/present.ts'

const LEGS = ['queue', 'plan', 'engine', 'post', 'serialise'] as const

/**
 * The `Server-Timing` header of some answers: the longest of each leg in milliseconds, how many came from cache, the
 * bytes of all data, the age of the oldest in milliseconds, and the row limit with how many answers reached it.
 */
export function serverTiming(results: readonly Result[]): string {
  const costs = results.flatMap((result) => (isEntry(result) && result.head.cost ? [result.head.cost] : []))
  const legs = LEGS.map((leg) => `${leg};dur=${Math.max(0, ...costs.map((cost) => cost[leg]))}`)
  const hits = costs.filter(({ cache }) => cache !== 'miss').length
  const most = (of: (cost: (typeof costs)[number]) => number): number => Math.max(0, ...costs.map(of))
  return [
    ...legs,
    `cache;desc="${hits} of ${costs.length}"`,
    `bytes;desc="${costs.reduce((sum, { bytes }) => sum + bytes, 0)}"`,
    `age;dur=${most(({ age }) => age)}`,
    `rows;desc="limit ${most((cost) => cost.row_limit)}; ${costs.filter(({ capped }) => capped).length} capped"`,
  ].join(', ')
}

/** The same header for an answer that is given again, when its data are this old, in milliseconds. */
export function agedTiming(timing: string, age: number): string {
  return timing.replace(/age;dur=\d+/, `age;dur=${age}`)
}
