import { classNames } from '#ui/tokens/class-names.ts'
import styles from './Progress.module.css'

export interface ProgressProps {
  readonly label: string
  /** From 0 to 1; indeterminate if absent. */
  readonly value?: number | undefined
  readonly isThin?: boolean | undefined
}

export function Progress({ label, value, isThin = true }: ProgressProps) {
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      className={classNames(styles.line, !isThin && styles.thick)}
    >
      <div
        className={classNames(styles.done, share === undefined && styles.unknown)}
        {...(share !== undefined && { style: { width: `${share * 100}%` } })}
      />
    </div>
  )
}
