import { column, type Table } from '#core/table/table.ts'
import { labelledBucket, timeBucket } from '#core/time/buckets.ts'
import type { Extent } from '#core/time/extent.ts'
import type { QueryObject } from './query-object.ts'

/** Grains whose buckets are longer than a day, coarsest first. */
const GRAINS = ['P1Y', 'P3M', 'P1M', 'P1W'] as const
/** With fewer buckets, days at the starts of periods may be a coincidence. */
const MIN_BUCKETS = 4
const MAX_BUCKETS = 1000

const LABEL = 'distinct'

/** A possible grain of the column: the number of buckets, and the end of the last one. */
interface Candidate {
  readonly buckets: number
  readonly end: number
}

/** Returns the grains for which the first and last value of a column both begin a bucket, coarsest first. */
function candidatesOf({ first, last }: Extent): readonly Candidate[] {
  return GRAINS.flatMap((grain): readonly Candidate[] => {
    if (timeBucket(first, grain)?.from !== first || timeBucket(last, grain)?.from !== last) return []
    let buckets = 1
    let bucket = labelledBucket(first, grain)
    while (bucket && bucket.from < last && buckets < MAX_BUCKETS) {
      bucket = labelledBucket(bucket.to, grain)
      buckets += 1
    }
    return bucket?.from === last && buckets >= MIN_BUCKETS ? [{ buckets, end: bucket.to }] : []
  })
}

/**
 * Returns the query for the number of distinct times of a column. It decides whether its values are starts of buckets.
 * Undefined if the first and last value already show that they are not.
 */
export function distinctTimesQuery(name: string, extent: Extent): QueryObject | undefined {
  if (candidatesOf(extent).length === 0) return undefined
  const metric = {
    expressionType: 'SIMPLE',
    aggregate: 'COUNT_DISTINCT',
    column: { column_name: name },
    label: LABEL,
  } as const
  return { columns: [], metrics: [metric], row_limit: 1 }
}

/** Returns the extent up to the end of its last bucket if there is one value per bucket; otherwise unchanged. */
export function withLastBucket(extent: Extent, answer: Table | undefined): Extent {
  const distinct = Number((answer && column(answer, LABEL))?.values[0] ?? Number.NaN)
  const found = candidatesOf(extent).find(({ buckets }) => buckets === distinct)
  return found ? { ...extent, end: found.end } : extent
}
