import type { ReactNode } from 'react'
import { Menu } from '#ui/overlay/Menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import type { Size } from '#ui/base/size.ts'
import styles from './SplitButton.module.css'

export interface SplitButtonProps {
  readonly children: ReactNode
  readonly onPress: () => void
  /** The accessible name of the menu button. */
  readonly menuLabel: string
  readonly items: readonly MenuEntry[]
  readonly variant?: 'outlined' | 'primary' | undefined
  readonly size?: Size | undefined
  readonly isDisabled?: boolean | undefined
  readonly isPending?: boolean | undefined
  readonly tooltip?: string | undefined
}

export function SplitButton(props: SplitButtonProps) {
  const { children, onPress, menuLabel, items, variant = 'primary', size = 'md' } = props
  return (
    <span className={styles.split}>
      <Button
        variant={variant}
        size={size}
        onPress={onPress}
        isDisabled={props.isDisabled}
        isPending={props.isPending}
        tooltip={props.tooltip}
        className={styles.main}
      >
        {children}
      </Button>
      <Menu
        label={menuLabel}
        items={items}
        trigger={
          <IconButton
            icon="chevron-down"
            label={menuLabel}
            variant={variant}
            size={size}
            className={variant === 'primary' ? styles.morePrimary : styles.more}
          />
        }
      />
    </span>
  )
}
