import type { ReactNode, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-paths.ts'
import { useWritable } from './read-only.ts'
import { Tooltip } from './Tooltip.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { withoutUndefined } from '#ui/tokens/without-undefined.ts'
import styles from './Button.module.css'
import type { Size } from './size.ts'

export interface ButtonProps {
  readonly children: ReactNode
  readonly variant?: 'outlined' | 'primary' | 'quiet' | 'danger' | undefined
  readonly size?: Size | undefined
  readonly icon?: IconName | undefined
  readonly iconEnd?: IconName | undefined
  readonly onPress?: (() => void) | undefined
  readonly type?: 'button' | 'submit' | undefined
  readonly isDisabled?: boolean | undefined
  /** True if it saves something: disabled with the reason on a read-only page. */
  readonly isWrite?: boolean | undefined
  readonly isPending?: boolean | undefined
  readonly isSelected?: boolean | undefined
  /** With `isDisabled`, explains why; the button stays focusable. */
  readonly tooltip?: string | undefined
  /** With `isDisabled`, the button stays focusable, so that disabling it after a press does not lose the focus. */
  readonly isReachable?: boolean | undefined
  readonly ariaLabel?: string | undefined
  readonly isWide?: boolean | undefined
  /** Under 720 px only the icon is visible; the text is the accessible name. */
  readonly isIconOnNarrow?: boolean | undefined
  readonly autoFocus?: boolean | undefined
  readonly form?: string | undefined
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

export function Button(given: ButtonProps) {
  const props = useWritable(given)
  const { children, variant = 'outlined', size = 'md', icon, iconEnd, tooltip, isDisabled, isPending, ref } = props
  const isExplained = isDisabled === true && (tooltip !== undefined || props.isReachable === true)
  const button = (
    <AriaButton
      {...withoutUndefined({
        isPending,
        type: isExplained ? 'button' : props.type,
        autoFocus: props.autoFocus,
        form: props.form,
        ref,
        onPress: isExplained ? undefined : props.onPress,
        isDisabled: isExplained ? undefined : isDisabled,
        'aria-label': props.ariaLabel,
        'aria-pressed': props.isSelected,
      })}
      {...(isExplained && { 'aria-disabled': true })}
      className={classNames(
        styles.button,
        styles[variant],
        styles[size],
        props.isSelected && styles.selected,
        isDisabled && styles.disabled,
        props.isWide && styles.wide,
        props.isIconOnNarrow && styles.iconOnNarrow,
        props.className,
      )}
    >
      {icon && <Icon name={icon} size={size === 'sm' ? 14 : 16} />}
      <span className={styles.text}>{children}</span>
      {iconEnd && <Icon name={iconEnd} size={14} />}
      {isPending && <span className={styles.pending} />}
    </AriaButton>
  )
  return tooltip === undefined ? button : <Tooltip text={tooltip}>{button}</Tooltip>
}
