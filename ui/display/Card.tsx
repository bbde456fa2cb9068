import type { CSSProperties, MouseEvent, ReactNode, Ref } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './Card.module.css'
import { Progress } from './Progress.tsx'

export interface CardProps {
  readonly title?: ReactNode | undefined
  readonly titleLevel?: 2 | 3 | 4 | undefined
  readonly description?: ReactNode | undefined
  readonly actions?: ReactNode | undefined
  /** Covers the lower part of the card, so that the content keeps its size; never dimmed. */
  readonly strip?: ReactNode | undefined
  readonly footer?: ReactNode | undefined
  /** If false, the footer appears on hover and focus only. */
  readonly isFooterAlways?: boolean | undefined
  readonly children: ReactNode
  /** After 150 ms, dims the content and shows a progress line at the top. */
  readonly isLoading?: boolean | undefined
  /** If false, the content stays as it is while the card loads. */
  readonly isDimmed?: boolean | undefined
  readonly isStale?: boolean | undefined
  readonly isSelected?: boolean | undefined
  /** A less prominent title, for content that is much larger, such as a big number. */
  readonly isTitleQuiet?: boolean | undefined
  /** Without horizontal padding of the body. */
  readonly isFlush?: boolean | undefined
  readonly ariaLabel?: string | undefined
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
  readonly ref?: Ref<HTMLElement> | undefined
  readonly onContextMenu?: ((event: MouseEvent<HTMLElement>) => void) | undefined
}

export function Card(props: CardProps) {
  const { title, titleLevel = 3, description, actions, footer, children, isLoading, isDimmed = isLoading } = props
  const texts = useTexts()
  const Heading = `h${titleLevel}` as const
  const hasHead = title !== undefined || actions !== undefined || description !== undefined
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a button in `actions` opens the same menu
    <article
      ref={props.ref}
      aria-label={props.ariaLabel}
      aria-busy={isLoading || undefined}
      className={classNames(
        styles.card,
        isDimmed && styles.dimmed,
        props.isStale && styles.stale,
        props.isSelected && styles.selected,
        props.isFlush && styles.flush,
        props.isTitleQuiet && styles.quiet,
        props.className,
      )}
      style={props.style}
      onContextMenu={props.onContextMenu}
    >
      {isLoading && (
        <div className={styles.line}>
          <Progress label={texts.loading} />
        </div>
      )}
      {hasHead && (
        <header className={styles.head}>
          {title !== undefined && <Heading className={styles.title}>{title}</Heading>}
          {description !== undefined && <span className={styles.description}>{description}</span>}
          {isLoading && (
            <span className={styles.updating} aria-hidden="true">
              {texts.updating}
            </span>
          )}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={styles.body}>{children}</div>
      {props.strip}
      {footer !== undefined && (
        <footer className={classNames(styles.foot, props.isFooterAlways && styles.always)}>{footer}</footer>
      )}
    </article>
  )
}
