import type { ReactNode, Ref } from 'react'
import { Icon } from '#ui/base/Icon.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './DropButton.module.css'

export interface DropButtonProps {
  readonly children: ReactNode
  readonly onPress?: (() => void) | undefined
  /** Whether an acceptable drag is over it. */
  readonly isTarget?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

export function DropButton({ children, onPress, isTarget, isDisabled, ref }: DropButtonProps) {
  return (
    <button
      type="button"
      ref={ref}
      className={classNames(styles.drop, isTarget && styles.target)}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon name="plus" size={14} />
      <span className={styles.text}>{children}</span>
    </button>
  )
}
