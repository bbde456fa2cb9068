import type { ReactNode } from 'react'
import { Link } from 'react-aria-components/Link'
import { Icon } from '#ui/base/Icon.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { withoutUndefined } from '#ui/tokens/without-undefined.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './TextLink.module.css'

export interface TextLinkProps {
  readonly href: string
  readonly children: ReactNode
  readonly isNewTab?: boolean | undefined
  /** In the color of the surrounding text until hovered. */
  readonly isQuiet?: boolean | undefined
  /** For links within text, which color alone would not distinguish. */
  readonly isUnderlined?: boolean | undefined
  readonly ariaLabel?: string | undefined
  readonly isCurrent?: boolean | undefined
  readonly className?: string | undefined
}

export function TextLink(props: TextLinkProps) {
  const { href, children, isNewTab, isQuiet, isUnderlined, ariaLabel, isCurrent, className } = props
  const texts = useTexts()
  return (
    <Link
      href={href}
      className={classNames(styles.link, isQuiet && styles.quiet, isUnderlined && styles.underlined, className)}
      {...withoutUndefined({ 'aria-label': ariaLabel, 'aria-current': isCurrent ? ('page' as const) : undefined })}
      {...(isNewTab && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
      {isNewTab && <Icon name="external" size={12} label={texts.opensInNewTab} />}
    </Link>
  )
}
