import type { ReactElement, ReactNode } from 'react'
import { MenuTrigger, Popover } from 'react-aria-components/Menu'
import { useIsBlocked } from '#ui/base/read-only.ts'
import { withoutUndefined } from '#ui/tokens/without-undefined.ts'
import styles from './Menu.module.css'
import { MenuItems } from './MenuItems.tsx'
import type { MenuEntry } from './menu-entry.ts'
import type { Placement } from '#ui/base/placement.ts'

export interface MenuProps {
  readonly label: string
  readonly trigger: ReactElement
  readonly items?: readonly MenuEntry[] | undefined
  /** Instead of `items`: content that renders `MenuItems`. It is mounted only while the menu is open. */
  readonly children?: ReactNode | undefined
  readonly placement?: Placement | undefined
  readonly isOpen?: boolean | undefined
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined
}

export function Menu(props: MenuProps) {
  const { label, trigger, items = [], children, placement = 'bottom end', isOpen, onOpenChange } = props
  if (useIsBlocked(trigger)) return trigger
  return (
    <MenuTrigger {...withoutUndefined({ isOpen, onOpenChange })}>
      {trigger}
      <Popover className={styles.popover ?? ''} placement={placement} offset={4}>
        {children ?? <MenuItems label={label} entries={items} />}
      </Popover>
    </MenuTrigger>
  )
}
