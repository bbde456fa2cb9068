import { type ReactNode, useState } from 'react'
import styles from './grid.module.css'

interface Props {
  /** Ids of the tabs there are. */
  readonly tabs: readonly string[]
  readonly open: string
  /** What stands in a tab. */
  readonly children: (id: string) => ReactNode
}

/**
 * The tab that is open, and out of sight those that were: they keep their pictures, and are there at once. A tab nobody
 * opened is not made.
 */
export function SeenTabs({ tabs, open, children }: Props) {
  const [seen, see] = useState<readonly string[]>([open])
  if (!seen.includes(open)) see([...seen, open])
  return tabs
    .filter((id) => id === open || seen.includes(id))
    .map((id) => (
      <div key={id} className={styles['column']} data-away={id !== open || undefined} inert={id !== open}>
        {children(id)}
      </div>
    ))
}
