import { VisuallyHidden } from '#ui/base/VisuallyHidden.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './CountBadge.module.css'

export interface CountBadgeProps {
  readonly count: number | string
  /** The accessible name, in place of the plain number. */
  readonly label: string
  readonly tone?: 'accent' | 'neutral' | 'danger' | undefined
}

export function CountBadge({ count, label, tone = 'accent' }: CountBadgeProps) {
  return (
    <span className={classNames(styles.count, styles[tone])} title={label}>
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
