import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '#ui/base/Icon.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './Checkbox.module.css'

export interface CheckboxProps {
  readonly children?: ReactNode | undefined
  readonly ariaLabel?: string | undefined
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly isIndeterminate?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  readonly description?: string | undefined
}

export function Checkbox(props: CheckboxProps) {
  const { children, ariaLabel, isSelected, onChange, isIndeterminate = false, isDisabled, description } = props
  const input = useRef<HTMLInputElement>(null)
  const descriptionId = useId()
  useEffect(() => {
    if (input.current) input.current.indeterminate = isIndeterminate
  }, [isIndeterminate])
  return (
    <label className={classNames(styles.whole, isDisabled && styles.disabled)}>
      <input
        ref={input}
        type="checkbox"
        className={styles.input}
        aria-label={ariaLabel}
        aria-describedby={description === undefined ? undefined : descriptionId}
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={classNames(styles.box, (isSelected || isIndeterminate) && styles.on)} aria-hidden="true">
        {isIndeterminate ? <Icon name="minus" size={12} /> : isSelected && <Icon name="check" size={12} />}
      </span>
      {(children !== undefined || description !== undefined) && (
        <span className={styles.words}>
          {children}
          {description !== undefined && (
            <span className={styles.description} id={descriptionId}>
              {description}
            </span>
          )}
        </span>
      )}
    </label>
  )
}
