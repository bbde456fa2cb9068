import { useEffect, useRef } from 'react'
import type { IconName } from '#ui/base/icon-paths.ts'

/** Something the page that is open can do. */
export interface PageAction {
  readonly id: string
  readonly label: string
  readonly icon?: IconName | undefined
  /** The single key that does it outside of fields, such as `e`. */
  readonly keys?: string | undefined
  readonly act: () => void
}

let sources: readonly (() => readonly PageAction[])[] = []

/** What the pages that are open can do, as they say it now. */
export function pageActions(): readonly PageAction[] {
  return sources.flatMap((source) => source())
}

/** Makes known what a page can do, as long as it is open. */
export function usePageActions(acts: readonly PageAction[]): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const source = () => latest.current
    sources = [...sources, source]
    return () => {
      sources = sources.filter((each) => each !== source)
    }
  }, [])
}
