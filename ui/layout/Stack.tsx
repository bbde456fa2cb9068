import type { ReactNode } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './Stack.module.css'

export interface StackProps {
  readonly children: ReactNode
  /** In steps of 4 px. */
  readonly gap?: 1 | 2 | 3 | 4 | 6 | 8 | undefined
  readonly align?: 'start' | 'center' | 'end' | 'stretch' | undefined
  readonly isGrow?: boolean | undefined
}

export function Stack({ children, gap = 3, align = 'stretch', isGrow }: StackProps) {
  return (
    <div
      className={classNames(styles.stack, isGrow && styles.grow)}
      style={{ gap: `var(--s${gap})`, alignItems: align }}
    >
      {children}
    </div>
  )
}
