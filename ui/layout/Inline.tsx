import type { ReactNode } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './Inline.module.css'

export interface InlineProps {
  readonly children: ReactNode
  /** In steps of 4 px. */
  readonly gap?: 1 | 2 | 3 | 4 | 6 | undefined
  readonly align?: 'start' | 'center' | 'end' | 'baseline' | undefined
  readonly justify?: 'start' | 'end' | 'between' | undefined
  readonly isWrapping?: boolean | undefined
  readonly isGrow?: boolean | undefined
}

export function Inline(props: InlineProps) {
  const { children, gap = 2, align = 'center', justify = 'start', isWrapping, isGrow } = props
  return (
    <div
      className={classNames(styles.inline, isWrapping && styles.wrapping, isGrow && styles.grow)}
      style={{
        gap: `var(--s${gap})`,
        alignItems: align,
        justifyContent: justify === 'between' ? 'space-between' : justify,
      }}
    >
      {children}
    </div>
  )
}
