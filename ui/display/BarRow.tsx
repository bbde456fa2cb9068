import type { ReactNode } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './BarRow.module.css'

export interface BarRowProps {
  readonly label: string
  readonly detail?: string | undefined
  /** From 0 to 1 of the width. */
  readonly share: number
  readonly end?: ReactNode | undefined
  readonly isOn?: boolean | undefined
  readonly isMuted?: boolean | undefined
}

export function BarRow({ label, detail, share, end, isOn, isMuted }: BarRowProps) {
  const width = `${Math.min(1, Math.max(0, share)) * 100}%`
  return (
    <div className={classNames(styles.row, isOn && styles.on, isMuted && styles.muted)}>
      <span className={styles.name}>
        <span className={styles.bar} style={{ width }} />
        <span className={styles.label}>{label}</span>
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </div>
  )
}
