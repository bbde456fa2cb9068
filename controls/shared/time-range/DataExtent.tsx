import { useEffect, useMemo, useState } from 'react'
import styles from './TimeRangeEditor.module.css'
import { type Extent, labelExtent, outOfExtentReason } from '#core/time/extent.ts'
import type { TimeDistribution } from '#core/query/time-distribution.ts'
import type { TimeRangeText } from '#core/time/resolve-time-range.ts'

/** Queries the time extent of the data; undefined if unknown. */
export type QueryExtent = () => Promise<Extent | undefined>

/** Queries the distribution of rows over the time extent. */
export type QueryDistribution = (extent: Extent) => Promise<TimeDistribution | undefined>

/**
 * Returns the result of `ask`, which is called again when it changes; undefined until the result arrives and on
 * failure.
 */
function useResponse<T>(ask: (() => Promise<T | undefined>) | undefined): T | undefined {
  const [found, setFound] = useState<{ readonly of: typeof ask; readonly answer: T | undefined }>()
  useEffect(() => {
    let isOver = false
    const take = (answer: T | undefined) => {
      if (!isOver) setFound({ of: ask, answer })
    }
    ask?.().then(take, () => take(undefined))
    return () => {
      isOver = true
    }
  }, [ask])
  return found?.of === ask ? found?.answer : undefined
}

/** Returns the distribution of rows over the time extent; undefined until it is known. */
export function useDistribution(
  ask: QueryDistribution | undefined,
  extent: Extent | undefined,
): TimeDistribution | undefined {
  return useResponse(useMemo(() => (ask && extent ? () => ask(extent) : undefined), [ask, extent]))
}

/** Returns the time extent of the data; undefined until it is known. */
export function useExtent(ask: QueryExtent | undefined): Extent | undefined {
  return useResponse(ask)
}

export interface DataExtentProps {
  readonly extent: Extent
  /** The bounds of the range, once they are known. */
  readonly bounds: TimeRangeText | undefined
}

/** Shows the time extent of the data, and a warning if the range does not overlap it. */
export function DataExtent({ extent, bounds }: DataExtentProps) {
  const warning = bounds && outOfExtentReason(extent, bounds)
  return (
    <>
      <span className={styles['caption']}>{labelExtent(extent)}</span>
      <span className={styles['outside']} aria-live="polite">
        {warning}
      </span>
    </>
  )
}
