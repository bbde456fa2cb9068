import { useRef } from 'react'
import { Popover } from 'react-aria-components/Popover'
import styles from './Menu.module.css'
import { MenuItems } from './MenuItems.tsx'
import type { MenuEntry } from './menu-entry.ts'

export interface ContextMenuProps {
  readonly label: string
  readonly items: readonly MenuEntry[]
  /** Where in the window it opens; null is closed. */
  readonly at: { readonly x: number; readonly y: number } | null
  readonly onClose: () => void
}

export function ContextMenu({ label, items, at, onClose }: ContextMenuProps) {
  const spot = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={spot} className={styles.spot} style={{ left: at?.x ?? 0, top: at?.y ?? 0 }} />
      <Popover
        className={styles.popover ?? ''}
        triggerRef={spot}
        placement="bottom start"
        offset={0}
        isOpen={at !== null}
        onOpenChange={(isOpen) => !isOpen && onClose()}
      >
        <MenuItems label={label} entries={items} onClose={onClose} />
      </Popover>
    </>
  )
}
