import { useCallback, useState } from 'react'
import { browserStorage } from '#client/session/storage.ts'
import { clampedSize } from '#ui/layout/pane-size.ts'

/** Sizes of the panes in pixels, and whether the schema browser is hidden. */
export interface Panes {
  readonly browser: number
  readonly results: number
  readonly isBrowserHidden: boolean
}

/** The least and the greatest size, both allowed. */
export const paneBounds = {
  browser: { min: 200, max: 480 },
  results: { min: 140, max: 800 },
}

const initial: Panes = { browser: 272, results: 340, isBrowserHidden: false }

const KEY = 'facet.sqllab.panes'

/** Reads sizes from storage, within their bounds; the initial size stands in for what is missing. */
export function readPanes(text: string | null | undefined): Panes {
  let stored = null as Partial<Record<keyof Panes, unknown>> | null
  try {
    stored = JSON.parse(text ?? 'null') as typeof stored
  } catch {
    // Another program may have written there.
  }
  const size = (name: keyof typeof paneBounds) => {
    const value = stored?.[name]
    const { min, max } = paneBounds[name]
    return typeof value === 'number' && Number.isFinite(value) ? clampedSize(value, min, max) : initial[name]
  }
  return { browser: size('browser'), results: size('results'), isBrowserHidden: stored?.isBrowserHidden === true }
}

function readStored(): Panes {
  try {
    return readPanes(browserStorage()?.getItem(KEY))
  } catch {
    return initial
  }
}

/** The panes as they were left in this browser, and a way to change them. */
export function usePanes(): readonly [Panes, (change: Partial<Panes>) => void] {
  const [panes, setPanes] = useState(readStored)
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
