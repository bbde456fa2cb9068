import { useEffect, useRef } from 'react'
import type { IconName } from '#ui/base/icon-paths.ts'

/** A part of the open page that the palette finds, such as a column or a filter value. */
export interface PageMatch {
  readonly id: string
  readonly label: string
  readonly icon: IconName
  /** Additional text, such as the filter of a value. */
  readonly detail?: string | undefined
  readonly act: () => void
}

/** The matches of one type under a heading. */
export interface PageMatches {
  readonly id: string
  readonly heading: string
  readonly items: readonly PageMatch[]
}

/** Returns the parts of a page that match a typed text. */
export type PageSearch = (typed: string, signal: AbortSignal) => Promise<readonly PageMatches[]>

let searches: readonly PageSearch[] = []

/** Returns the parts of the open pages that match a typed text. A search that fails finds nothing. */
export async function searchPages(typed: string, signal: AbortSignal): Promise<readonly PageMatches[]> {
  const found = await Promise.allSettled(searches.map((search) => search(typed, signal)))
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

/** Registers a search of a page while it is mounted. */
export function usePageSearch(search: PageSearch): void {
  const latest = useRef(search)
  latest.current = search
  useEffect(() => {
    const source: PageSearch = (typed, signal) => latest.current(typed, signal)
    searches = [...searches, source]
    return () => {
      searches = searches.filter((each) => each !== source)
    }
  }, [])
}
