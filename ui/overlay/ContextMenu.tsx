import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { createPortal } from 'react-dom'
import { MenuTrigger, Popover } from 'react-aria-components/Menu'
import styles from './Menu.module.css'
import { MenuItems } from './MenuItems.tsx'
import type { MenuEntry } from './menu-entry.ts'

export interface ContextMenuProps {
  readonly label: string
  readonly items?: readonly MenuEntry[] | undefined
  /** `MenuItems`, instead of `items`. */
  readonly children?: ReactNode
  /** The position in the window; null if closed. */
  readonly at: { readonly x: number; readonly y: number } | null
  readonly onClose: () => void
}

export function ContextMenu({ label, items, children, at, onClose }: ContextMenuProps) {
  const popover = useRef<HTMLElement>(null)
  useEffect(() => {
    if (at === null) return
    // Moves the focus into the rendered popover, whose content handles the arrow keys.
    const frame = requestAnimationFrame(() =>
      popover.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [at])
  return (
    // The trigger is a point: submenus close this menu through it.
    <MenuTrigger isOpen={at !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {createPortal(
        // Rendered in the body: an ancestor of the mark may be a containing block with other coordinates.
        <Button
          className={styles.spot ?? ''}
          style={{ left: at?.x ?? 0, top: at?.y ?? 0 }}
          excludeFromTabOrder
          aria-label={label}
        />,
        document.body,
      )}
      <Popover ref={popover} className={styles.popover ?? ''} placement="bottom start" offset={0} aria-label={label}>
        {items ? <MenuItems label={label} entries={items} /> : children}
      </Popover>
    </MenuTrigger>
  )
}
