/** Cache timeouts in seconds by level. -1 disables caching, 0 never expires, null uses the next level. */
export interface Timeouts {
  readonly request: number | null | undefined
  readonly chart: number | null | undefined
  readonly dataset: number | null | undefined
  readonly database: number | null | undefined
  /** The server's default. */
  readonly setting?: number | null | undefined
}

const DEFAULT = 86_400

/**
 * Returns the cache timeout in seconds: the first that is set, in the order of the fields. Null never expires, -1
 * disables caching.
 */
export function timeoutOf({ request, chart, dataset, database, setting }: Partial<Timeouts>): number | null {
  const seconds = request ?? chart ?? dataset ?? database ?? setting ?? DEFAULT
  if (seconds < 0) return -1
  return seconds === 0 ? null : seconds
}
