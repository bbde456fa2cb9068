import type { ReactNode } from 'react'
import { useDocumentTitle } from '#ui/base/use-document-title.ts'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './EmptyState.module.css'
import { Icon } from '#ui/base/Icon.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'

export interface EmptyStateProps {
  readonly title: string
  readonly text?: ReactNode | undefined
  readonly icon?: IconName | undefined
  readonly actions?: ReactNode | undefined
  readonly size?: 'sm' | 'lg' | undefined
  /** Whether it fills the whole page: its title is then the heading. */
  readonly isPage?: boolean | undefined
}

export function EmptyState({ title, text, icon, actions, size = 'sm', isPage = false }: EmptyStateProps) {
  useDocumentTitle(isPage ? title : undefined)
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={classNames(styles.empty, styles[size])}>
      {icon && <Icon name={icon} size={size === 'lg' ? 24 : 20} tone="neutral" />}
      <Title className={styles.title}>{title}</Title>
      {text !== undefined && <div className={styles.text}>{text}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
