import { useCallback, useState } from 'react'
import { browserStorage } from '#client/session/storage.ts'
import { clampedSize } from '#ui/layout/pane-size.ts'

/** The sizes of the panes in pixels, and whether the schema browser is hidden. */
export interface Panes {
  readonly browser: number
  readonly results: number
  readonly isBrowserHidden: boolean
}

/** The minimum and maximum sizes, inclusive. */
export const paneBounds = {
  browser: { min: 200, max: 480 },
  results: { min: 140, max: 800 },
}

const initial: Panes = { browser: 272, results: 340, isBrowserHidden: false }

const KEY = 'facet.sqllab.panes'

/** Parses stored sizes, limited to their range; missing ones get the default. */
export function readPanes(text: string | null | undefined): Panes {
  let stored = null as Partial<Record<keyof Panes, unknown>> | null
  try {
    stored = JSON.parse(text ?? 'null') as typeof stored
  } catch {
    // Invalid contents of the storage are ignored.
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

/** Returns the pane sizes stored in this browser, and a function to change them. */
export function usePanes(): readonly [Panes, (change: Partial<Panes>) => void] {
  const [panes, setPanes] = useState(readStored)
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
