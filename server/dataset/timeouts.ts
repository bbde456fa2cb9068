/** Seconds answers are kept, by who says so. -1 is not at all, 0 is for ever, null is for the next to say. */
export interface Timeouts {
  readonly request: number | null | undefined
  readonly chart: number | null | undefined
  readonly dataset: number | null | undefined
  readonly database: number | null | undefined
  /** What the server is set to. */
  readonly setting?: number | null | undefined
}

const DEFAULT = 86_400

/** Seconds an answer is kept: the first that is said, in the order of the fields. Null is for ever, -1 not at all. */
export function timeoutOf({ request, chart, dataset, database, setting }: Partial<Timeouts>): number | null {
  const said = request ?? chart ?? dataset ?? database ?? setting ?? DEFAULT
  if (said < 0) return -1
  return said === 0 ? null : said
}
