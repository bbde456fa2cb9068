import { type ReactNode, useState } from 'react'
import styles from './grid.module.css'

interface Props {
  /** Ids of the tabs there are. */
  readonly tabs: readonly string[]
  readonly open: string
  /** What stands in a tab. */
  readonly children: (id: string) => ReactNode
}

/** So many tabs are kept as they were left, that which is open among them. */
export const MAX_MOUNTED_TABS = 8

/**
 * The tab that is open, and out of sight those that were open last: they keep their pictures, and are there at once. A tab
 * nobody opened is not made, and one that was left long ago is made anew.
 */
export function SeenTabs({ tabs, open, children }: Props) {
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
