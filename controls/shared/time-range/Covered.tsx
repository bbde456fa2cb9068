import { useEffect, useMemo, useState } from 'react'
import styles from './TimeRangeEditor.module.css'
import { type Extent, labelExtent, outsideOf } from '#core/time/extent.ts'
import type { Spread } from '#core/query/time-spread.ts'
import type { Bounds } from '#core/time/resolve.ts'

/** Asks what the data cover; undefined where that is not known. */
export type AskExtent = () => Promise<Extent | undefined>

/** Asks how the rows spread over what the data cover. */
export type AskSpread = (extent: Extent) => Promise<Spread | undefined>

/** What is asked anew with the question; undefined until it has come, and where it does not. */
function useAnswer<T>(ask: (() => Promise<T | undefined>) | undefined): T | undefined {
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

/** How the rows spread over what the data cover; undefined until that is known. */
export function useSpread(ask: AskSpread | undefined, extent: Extent | undefined): Spread | undefined {
  return useAnswer(useMemo(() => (ask && extent ? () => ask(extent) : undefined), [ask, extent]))
}

/** What the data cover; undefined until that is known. */
export function useExtent(ask: AskExtent | undefined): Extent | undefined {
  return useAnswer(ask)
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
