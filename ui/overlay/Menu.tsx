import type { ReactElement } from 'react'
import { MenuTrigger, Popover } from 'react-aria-components/Menu'
import { given } from '#ui/tokens/given.ts'
import styles from './Menu.module.css'
import { MenuItems } from './MenuItems.tsx'
import type { MenuEntry } from './menu-entry.ts'
import type { Placement } from './placement.ts'

export interface MenuProps {
  readonly label: string
  readonly trigger: ReactElement
  readonly items: readonly MenuEntry[]
  readonly placement?: Placement | undefined
  readonly isOpen?: boolean | undefined
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined
}

export function Menu({ label, trigger, items, placement = 'bottom end', isOpen, onOpenChange }: MenuProps) {
  return (
    <MenuTrigger {...given({ isOpen, onOpenChange })}>
      {trigger}
      <Popover className={styles.popover ?? ''} placement={placement} offset={4}>
        <MenuItems label={label} entries={items} />
      </Popover>
    </MenuTrigger>
  )
}
