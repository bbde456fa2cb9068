import { type ReactNode, useId } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './Switch.module.css'

export interface SwitchProps {
  readonly children: ReactNode
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly isDisabled?: boolean | undefined
  readonly description?: string | undefined
}

export function Switch({ children, isSelected, onChange, isDisabled, description }: SwitchProps) {
  const descriptionId = useId()
  return (
    <label className={classNames(styles.whole, isDisabled && styles.disabled)}>
      <input
        type="checkbox"
        role="switch"
        className={styles.input}
        aria-describedby={description === undefined ? undefined : descriptionId}
        checked={isSelected}
        aria-checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={classNames(styles.track, isSelected && styles.on)} aria-hidden="true" />
      <span>
        {children}
        {description !== undefined && (
          <span className={styles.description} id={descriptionId}>
            {description}
          </span>
        )}
      </span>
    </label>
  )
}
