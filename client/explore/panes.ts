import { useCallback, useState } from 'react'
import { browserStorage } from '#client/session/storage.ts'
import { clampedSize } from '#ui/layout/pane-size.ts'

/** The sizes of the panes of Explore in pixels, and whether the results are collapsed to their tabs. */
export interface Panes {
  readonly source: number
  readonly controls: number
  readonly results: number
  readonly isFolded: boolean
}

/** The minimum and maximum sizes, inclusive. */
export const paneLimits = {
  source: { min: 200, max: 480 },
  controls: { min: 280, max: 560 },
  results: { min: 168, max: 600 },
}

/** The height of the collapsed results: their tabs. */
export const COLLAPSED_HEIGHT = 36

const defaultPanes: Panes = { source: 272, controls: 312, results: 268, isFolded: false }

const KEY = 'facet.explore.panes'

/** Parses stored sizes, limited to their range; missing ones get the default. */
export function readPanes(text: string | null | undefined): Panes {
  let stored = null as Partial<Record<keyof Panes, unknown>> | null
  try {
    stored = JSON.parse(text ?? 'null') as typeof stored
  } catch {
    // Invalid contents of the storage are ignored.
  }
  const size = (name: keyof typeof paneLimits) => {
    const value = stored?.[name]
    const { min, max } = paneLimits[name]
    return typeof value === 'number' && Number.isFinite(value) ? clampedSize(value, min, max) : defaultPanes[name]
  }
  return {
    source: size('source'),
    controls: size('controls'),
    results: size('results'),
    isFolded: stored?.isFolded === true,
  }
}

function readStoredPanes(): Panes {
  try {
    return readPanes(browserStorage()?.getItem(KEY))
  } catch {
    return defaultPanes
  }
}

/** Returns the pane sizes stored in this browser, and a function to change them. */
export function usePanes(): readonly [Panes, (change: Partial<Panes>) => void] {
  const [panes, setPanes] = useState(readStoredPanes)
  const change = useCallback((part: Partial<Panes>) => {
    setPanes((before) => {
      const next = { ...before, ...part }
      try {
        browserStorage()?.setItem(KEY, JSON.stringify(next))
      } catch {
        // Without storage, the sizes last as long as the page.
      }
      return next
    })
  }, [])
  return [panes, change]
}
