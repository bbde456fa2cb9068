import type { Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-paths.ts'
import { useWritable } from './read-only.ts'
import { Tooltip } from './Tooltip.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { withoutUndefined } from '#ui/tokens/without-undefined.ts'
import buttons from './Button.module.css'
import styles from './IconButton.module.css'
import type { Size } from './size.ts'

export interface IconButtonProps {
  readonly icon: IconName
  /** The accessible name, and the tooltip unless `tooltip` is set. */
  readonly label: string
  readonly variant?: 'quiet' | 'outlined' | 'primary' | 'danger' | undefined
  readonly size?: Size | undefined
  readonly onPress?: (() => void) | undefined
  readonly isDisabled?: boolean | undefined
  /** True if it saves something: disabled with the reason on a read-only page. */
  readonly isWrite?: boolean | undefined
  readonly isPending?: boolean | undefined
  readonly isSelected?: boolean | undefined
  readonly tooltip?: string | null | undefined
  readonly expanded?: boolean | undefined
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

export function IconButton(given: IconButtonProps) {
  const props = useWritable(given)
  const { icon, label, variant = 'quiet', size = 'md', isDisabled, isSelected, ref } = props
  const tooltip = props.tooltip === undefined ? label : props.tooltip
  const isExplained = isDisabled === true && tooltip !== null && tooltip !== label
  const button = (
    <AriaButton
      {...withoutUndefined({
        ref,
        isPending: props.isPending,
        onPress: isExplained ? undefined : props.onPress,
        isDisabled: isExplained ? undefined : isDisabled,
        'aria-pressed': isSelected,
        'aria-expanded': props.expanded,
      })}
      {...(isExplained && { 'aria-disabled': true })}
      aria-label={label}
      className={classNames(
        buttons.button,
        buttons[variant],
        buttons[size],
        styles.square,
        styles[size],
        isSelected && buttons.selected,
        isDisabled && buttons.disabled,
        props.className,
      )}
    >
      <Icon name={icon} />
      {props.isPending && <span className={buttons.pending} />}
    </AriaButton>
  )
  return tooltip === null ? button : <Tooltip text={tooltip}>{button}</Tooltip>
}
