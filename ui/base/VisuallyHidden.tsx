import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

export interface VisuallyHiddenProps {
  readonly id?: string | undefined
  readonly children: ReactNode
  readonly as?: 'span' | 'div' | 'h1' | 'h2' | undefined
}

export function VisuallyHidden({ id, children, as: Tag = 'span' }: VisuallyHiddenProps) {
  return (
    <Tag id={id} className={styles.hidden}>
      {children}
    </Tag>
  )
}
