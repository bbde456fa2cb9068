import type { ReactNode, Ref } from 'react'
import { Icon } from '#ui/base/Icon.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './PillField.module.css'

export interface PillFieldProps {
  /** The accessible name. */
  readonly label: string
  readonly text: string
  readonly icon?: IconName | undefined
  readonly end?: ReactNode | undefined
  readonly isOpen?: boolean | undefined
  readonly isChanged?: boolean | undefined
  readonly error?: string | undefined
  readonly onPress?: (() => void) | undefined
  readonly onRemove?: (() => void) | undefined
  readonly hasGrip?: boolean | undefined
  /** Whether it represents the value of a field and looks like one. */
  readonly isField?: boolean | undefined
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

export function PillField(props: PillFieldProps) {
  const { label, text, icon, end, isOpen, isChanged, error, onPress, onRemove, hasGrip, ref } = props
  const texts = useTexts()
  return (
    <div
      className={classNames(
        styles.pill,
        props.isField && styles.field,
        isOpen && styles.open,
        isChanged && styles.changed,
        error !== undefined && styles.invalid,
      )}
      title={error}
    >
      {hasGrip && (
        <span className={styles.grip}>
          <Icon name="drag" size={14} />
        </span>
      )}
      <button
        type="button"
        ref={ref}
        className={styles.main}
        aria-label={label}
        aria-expanded={isOpen}
        onClick={onPress}
      >
        {icon && <Icon name={icon} size={14} tone="neutral" />}
        <span className={styles.text}>{text}</span>
        {error !== undefined && <Icon name="warning" size={14} tone="danger" />}
      </button>
      {end}
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={texts.remove(text)} onClick={onRemove}>
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  )
}
