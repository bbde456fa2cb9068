import { useCallback, useState } from 'react'
import { browserStorage } from '#client/session/storage.ts'
import { clampedSize } from '#ui/layout/pane-size.ts'

/** Sizes of the panes of explore in pixels, and whether only the tabs of the results are shown. */
export interface Panes {
  readonly source: number
  readonly controls: number
  readonly results: number
  readonly isFolded: boolean
}

/** The least and the greatest size, both allowed. */
export const bounds = {
  source: { min: 200, max: 480 },
  controls: { min: 280, max: 560 },
  results: { min: 168, max: 600 },
}

/** Height of the results when folded: their tabs. */
export const FOLDED = 36

const first: Panes = { source: 272, controls: 312, results: 268, isFolded: false }

const KEY = 'facet.explore.panes'

/** Sizes kept as text, within their bounds; what is not among them is as at first. */
export function readPanes(text: string | null | undefined): Panes {
  let kept = null as Partial<Record<keyof Panes, unknown>> | null
  try {
    kept = JSON.parse(text ?? 'null') as typeof kept
  } catch {
    // What another program has written there is no size.
  }
  const size = (name: keyof typeof bounds) => {
    const value = kept?.[name]
    const { min, max } = bounds[name]
    return typeof value === 'number' && Number.isFinite(value) ? clampedSize(value, min, max) : first[name]
  }
  return {
    source: size('source'),
    controls: size('controls'),
    results: size('results'),
    isFolded: kept?.isFolded === true,
  }
}

function readKept(): Panes {
  try {
    return readPanes(browserStorage()?.getItem(KEY))
  } catch {
    return first
  }
}

/** The panes as they were left in this browser, and a way to change them. */
export function usePanes(): readonly [Panes, (change: Partial<Panes>) => void] {
  const [panes, setPanes] = useState(readKept)
  const change = useCallback((part: Partial<Panes>) => {
    setPanes((before) => {
      const next = { ...before, ...part }
      try {
        browserStorage()?.setItem(KEY, JSON.stringify(next))
      } catch {
        // A browser without room forgets the sizes with the page.
      }
      return next
    })
  }, [])
  return [panes, change]
}
