import { useId } from 'react'
import { Icon } from '#ui/base/Icon.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './SegmentedControl.module.css'

export interface Segment<V extends string> {
  readonly value: V
  readonly label: string
  readonly icon?: IconName | undefined
  readonly isIconOnly?: boolean | undefined
  readonly isDisabled?: boolean | undefined
}

export interface SegmentedControlProps<V extends string> {
  /** The accessible name. */
  readonly label: string
  readonly options: readonly Segment<V>[]
  readonly value: V
  readonly onChange: (value: V) => void
  readonly size?: 'sm' | 'md' | undefined
  readonly isWide?: boolean | undefined
  /** Styled as underlined tabs instead of a box. */
  readonly isUnderlined?: boolean | undefined
}

export function SegmentedControl<V extends string>(props: SegmentedControlProps<V>) {
  const { label, options, value, onChange, size = 'md', isWide, isUnderlined } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(styles.group, styles[size], isWide && styles.wide, isUnderlined && styles.underlined)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          title={option.isIconOnly ? option.label : undefined}
          className={classNames(
            styles.segment,
            option.value === value && styles.on,
            option.isDisabled && styles.disabled,
          )}
        >
          <input
            type="radio"
            className={styles.input}
            name={name}
            aria-label={option.isIconOnly ? option.label : undefined}
            checked={option.value === value}
            disabled={option.isDisabled}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon name={option.icon} size={14} />}
          {!option.isIconOnly && option.label}
        </label>
      ))}
    </div>
  )
}
