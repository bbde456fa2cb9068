import { Button as AriaButton } from 'react-aria-components/Button'
import { Icon } from '#ui/base/Icon.tsx'
import { Tooltip } from '#ui/base/Tooltip.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { withoutUndefined } from '#ui/tokens/without-undefined.ts'
import buttons from '#ui/base/Button.module.css'
import squares from '#ui/base/IconButton.module.css'
import type { Size } from '#ui/base/size.ts'
import styles from './StarButton.module.css'

export interface StarButtonProps {
  readonly isOn: boolean
  readonly label: string
  readonly onPress: () => void
  readonly size?: Size | undefined
  readonly isDisabled?: boolean | undefined
}

export function StarButton({ isOn, label, onPress, size = 'md', isDisabled }: StarButtonProps) {
  return (
    <Tooltip text={label}>
      <AriaButton
        aria-label={label}
        aria-pressed={isOn}
        onPress={onPress}
        {...withoutUndefined({ isDisabled })}
        className={classNames(
          buttons.button,
          buttons.quiet,
          buttons[size],
          squares.square,
          squares[size],
          isOn && styles.on,
        )}
      >
        <Icon name={isOn ? 'star-filled' : 'star'} />
      </AriaButton>
    </Tooltip>
  )
}
