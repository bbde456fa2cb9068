import { isEntry } from '#server/data/present.ts'
import type { Result } from '#server/data/road.ts'

const LEGS = ['queue', 'plan', 'engine', 'post', 'serialise'] as const

/** The `Server-Timing` header of some answers: the longest of each leg in milliseconds, and how many came from cache. */
export function serverTiming(results: readonly Result[]): string {
  const costs = results.flatMap((result) => (isEntry(result) && result.head.cost ? [result.head.cost] : []))
  const legs = LEGS.map((leg) => `${leg};dur=${Math.max(0, ...costs.map((cost) => cost[leg]))}`)
  const hits = costs.filter(({ cache }) => cache !== 'miss').length
  return [...legs, `cache;desc="${hits} of ${costs.length}"`].join(', ')
}
