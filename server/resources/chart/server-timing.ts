import { isEntry, type Result } from '#server/data/result/present.ts'

const LEGS = ['queue', 'plan', 'engine', 'post', 'serialise'] as const

/**
 * Returns the `Server-Timing` header of results: the longest duration of each stage in milliseconds, the number of
 * cached results, the bytes of all data, and the row limit with the number of results that reached it.
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
    `rows;desc="limit ${most((cost) => cost.row_limit)}; ${costs.filter(({ capped }) => capped).length} capped"`,
  ].join(', ')
}
