import type { ReactNode, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { classNames } from '#ui/tokens/class-names.ts'
import { withoutUndefined } from '#ui/tokens/without-undefined.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './Chip.module.css'
import { Icon } from '#ui/base/Icon.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'

export interface ChipProps {
  readonly children: ReactNode
  readonly icon?: IconName | undefined
  readonly onPress?: (() => void) | undefined
  readonly onRemove?: (() => void) | undefined
  readonly removeLabel?: string | undefined
  readonly isGhost?: boolean | undefined
  readonly size?: 'sm' | 'md' | undefined
  readonly isChanged?: boolean | undefined
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

export function Chip(props: ChipProps) {
  const { children, icon, onPress, onRemove, removeLabel, isGhost, size = 'md', isChanged, ref } = props
  const texts = useTexts()
  const inside = (
    <>
      {icon && <Icon name={icon} size={12} />}
      <span className={styles.text}>{children}</span>
    </>
  )
  return (
    <span className={classNames(styles.chip, styles[size], isGhost && styles.ghost, isChanged && styles.changed)}>
      {onPress !== undefined ? (
        <AriaButton className={styles.handle ?? ''} {...withoutUndefined({ onPress, ref })}>
          {inside}
        </AriaButton>
      ) : (
        <span className={styles.handle}>{inside}</span>
      )}
      {onRemove && (
        <AriaButton
          className={styles.remove ?? ''}
          aria-label={removeLabel ?? texts.remove(typeof children === 'string' ? children : '')}
          onPress={onRemove}
        >
          <Icon name="close" size={12} />
        </AriaButton>
      )}
    </span>
  )
}
