import type { ReactNode } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import { useDocumentTitle } from '#ui/base/use-document-title.ts'
import styles from './PageHeader.module.css'

export interface PageHeaderProps {
  /** At the first level, a text is also the document title. */
  readonly title: ReactNode
  readonly start?: ReactNode | undefined
  /** Marks of the title. On phones they are before it: the end of a title on two lines is not next to its box. */
  readonly marks?: ReactNode | undefined
  readonly meta?: ReactNode | undefined
  readonly status?: ReactNode | undefined
  readonly actions?: ReactNode | undefined
  readonly level?: 1 | 2 | undefined
  /** On phones, the title has a separate line. */
  readonly isTallOnNarrow?: boolean | undefined
  /** `meta` is a count: on phones it shares the line of the title, and the actions are on the next line. */
  readonly isCounted?: boolean | undefined
}

export function PageHeader(props: PageHeaderProps) {
  const { title, start, marks, meta, status, actions, level = 1, isTallOnNarrow, isCounted } = props
  useDocumentTitle(level === 1 && typeof title === 'string' ? title : undefined)
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <header
      className={classNames(styles.header, (isTallOnNarrow || isCounted) && styles.tall, isCounted && styles.counted)}
    >
      {start}
      <Heading className={styles.title}>{title}</Heading>
      {marks !== undefined && <div className={styles.marks}>{marks}</div>}
      {meta !== undefined && <div className={styles.meta}>{meta}</div>}
      <div className={styles.end}>
        {status !== undefined && <span className={styles.status}>{status}</span>}
        {actions}
      </div>
    </header>
  )
}
