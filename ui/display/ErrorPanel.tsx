import { type ReactNode, useState } from 'react'
import { Button } from '#ui/base/Button.tsx'
import { useTexts } from '#ui/tokens/texts.ts'
import { CopyButton } from './CopyButton.tsx'
import styles from './ErrorPanel.module.css'
import { Icon } from '#ui/base/Icon.tsx'

export interface ErrorPanelProps {
  readonly title: string
  readonly text?: ReactNode | undefined
  /** Code or a server message, shown verbatim with a copy button. */
  readonly details?: string | undefined
  /** If set, the details are collapsed behind this label. */
  readonly detailsLabel?: string | undefined
  readonly actions?: ReactNode | undefined
  readonly tone?: 'danger' | 'warn' | undefined
}

export function ErrorPanel({ title, text, details, detailsLabel, actions, tone = 'danger' }: ErrorPanelProps) {
  const texts = useTexts()
  const [isOpen, setOpen] = useState(false)
  const isShown = details !== undefined && (detailsLabel === undefined || isOpen)
  return (
    <div className={styles.panel} role="alert">
      <p className={styles.title}>
        <Icon name={tone === 'danger' ? 'error' : 'warning'} tone={tone} />
        <span>{title}</span>
      </p>
      {text !== undefined && <div className={styles.text}>{text}</div>}
      {isShown && (
        <div className={styles.details}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */}
          <pre tabIndex={0}>{details}</pre>
          <span className={styles.copy}>
            <CopyButton text={details} label={texts.copy} />
          </span>
        </div>
      )}
      {(actions !== undefined || (details !== undefined && detailsLabel !== undefined)) && (
        <div className={styles.actions}>
          {actions}
          {details !== undefined && detailsLabel !== undefined && (
            <Button
              size="sm"
              variant="quiet"
              iconEnd={isOpen ? 'chevron-up' : 'chevron-down'}
              onPress={() => setOpen(!isOpen)}
            >
              {detailsLabel}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
