import { useCallback, useState } from 'react'
import { session } from '#client/session/session.ts'
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

/** Returns the name under which the sizes of a user are stored in the browser, which several users may share. */
const keyOf = (userId: number | null): string => `facet.sqllab.panes.${userId ?? ''}`

type PaneStorage = Pick<Storage, 'getItem' | 'setItem'> | undefined

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

/** Returns the stored sizes of a user. */
export function storedPanes(storage: PaneStorage, userId: number | null): Panes {
  try {
    return readPanes(storage?.getItem(keyOf(userId)))
  } catch {
    return initial
  }
}

/** Stores the sizes of a user. Without storage, they last as long as the page. */
export function storePanes(storage: PaneStorage, userId: number | null, panes: Panes): void {
  try {
    storage?.setItem(keyOf(userId), JSON.stringify(panes))
  } catch {
    // The storage is full or disabled.
  }
}

/** Returns the pane sizes of the user stored in this browser, and a function to change them. */
export function usePanes(): readonly [Panes, (change: Partial<Panes>) => void] {
  const { userId } = session().user
  const [panes, setPanes] = useState(() => storedPanes(browserStorage(), userId))
  const change = useCallback(
    (part: Partial<Panes>) => {
      setPanes((before) => {
        const next = { ...before, ...part }
        storePanes(browserStorage(), userId, next)
        return next
      })
    },
    [userId],
  )
  return [panes, change]
}
