import type { ReactNode } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './Page.module.css'

export interface PageProps {
  readonly children: ReactNode
  readonly header?: ReactNode | undefined
  /** Whether the content scrolls as a whole; otherwise it manages its own height. */
  readonly isScrolling?: boolean | undefined
  readonly padding?: 'none' | 'page' | 'list' | undefined
}

export function Page({ children, header, isScrolling = true, padding = 'page' }: PageProps) {
  return (
    <div className={classNames(styles.page, padding === 'list' && styles.listed)}>
      {header}
      <div
        className={classNames(
          styles.body,
          padding !== 'none' && (padding === 'list' ? styles.list : styles.padded),
          isScrolling && styles.scrolling,
        )}
      >
        {children}
      </div>
    </div>
  )
}
