import { type ReactNode, useState } from 'react'
import styles from './grid.module.css'

interface Props {
  /** Ids of the tabs. */
  readonly tabs: readonly string[]
  readonly open: string
  /** Renders the content of a tab. */
  readonly children: (id: string) => ReactNode
}

/** The maximum number of mounted tabs, including the open one. */
export const MAX_MOUNTED_TABS = 8

/**
 * Renders the open tab and keeps the most recently open tabs mounted but hidden, so that returning to one is instant.
 * Tabs never opened are not mounted; the least recently used are unmounted.
 */
export function MountedTabs({ tabs, open, children }: Props) {
  const [seen, see] = useState<readonly string[]>([open])
  const latest = seen[0] === open ? seen : [open, ...seen.filter((id) => id !== open)].slice(0, MAX_MOUNTED_TABS)
  if (latest !== seen) see(latest)
  return tabs
    .filter((id) => latest.includes(id))
    .map((id) => (
      <div key={id} className={styles['column']} data-away={id !== open || undefined} inert={id !== open}>
        {children(id)}
      </div>
    ))
}
