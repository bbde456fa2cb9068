import { useEffect, useRef } from 'react'
import type { IconName } from '#ui/base/icon-paths.ts'

/** A command of the open page. */
export interface PageAction {
  readonly id: string
  readonly label: string
  readonly icon?: IconName | undefined
  /** The single key that runs it outside of fields, such as `e`. */
  readonly keys?: string | undefined
  readonly act: () => void
}

let sources: readonly (() => readonly PageAction[])[] = []

/** Returns the current commands of the open pages. */
export function pageActions(): readonly PageAction[] {
  return sources.flatMap((source) => source())
}

/** Registers commands of a page while it is mounted. */
export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const source = () => latest.current
    sources = [...sources, source]
    return () => {
      sources = sources.filter((each) => each !== source)
    }
  }, [])
}
