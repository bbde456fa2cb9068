import { useEffect, useState } from 'react'
import styles from './TimeRangeEditor.module.css'
import { type Extent, labelExtent, outsideOf } from '#core/time/extent.ts'
import type { Bounds } from '#core/time/resolve.ts'

/** Asks what the data cover; undefined where that is not known. */
export type AskExtent = () => Promise<Extent | undefined>

/** What the data cover; undefined until that is known. */
export function useExtent(ask: AskExtent | undefined): Extent | undefined {
  const [extent, setExtent] = useState<Extent>()
  useEffect(() => {
    let isOver = false
    const take = (next: Extent | undefined) => {
      if (!isOver) setExtent(next)
    }
    ask?.().then(take, () => take(undefined))
    return () => {
      isOver = true
    }
  }, [ask])
  return extent
}

export interface CoveredProps {
  readonly extent: Extent
  /** Of the range, once they are known. */
  readonly bounds: Bounds | undefined
}

/** What the data cover, and a warning when the range shows nothing of them. */
export function Covered({ extent, bounds }: CoveredProps) {
  const warning = bounds && outsideOf(extent, bounds)
  return (
    <>
      <span className={styles['caption']}>{labelExtent(extent)}</span>
      <span className={styles['outside']} aria-live="polite">
        {warning}
      </span>
    </>
  )
}
