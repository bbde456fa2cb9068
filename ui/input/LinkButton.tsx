import { type ReactNode, useContext } from 'react'
import { Link } from 'react-aria-components/Link'
import { Button } from '#ui/base/Button.tsx'
import { Icon } from '#ui/base/Icon.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'
import { ReadOnlyContext } from '#ui/base/read-only.ts'
import { Tooltip } from '#ui/base/Tooltip.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from '#ui/base/Button.module.css'
import type { Size } from '#ui/base/size.ts'

export interface LinkButtonProps {
  readonly href: string
  readonly children: ReactNode
  readonly variant?: 'outlined' | 'primary' | 'quiet' | undefined
  readonly size?: Size | undefined
  readonly icon?: IconName | undefined
  /** True if the page behind it saves something: disabled with the reason on a read-only page. */
  readonly isWrite?: boolean | undefined
  readonly isNewTab?: boolean | undefined
  /** Under 720 px only the icon is visible; the text is the accessible name. */
  readonly isIconOnNarrow?: boolean | undefined
  /** Only the icon is visible at any width; the text is the accessible name and the tooltip. */
  readonly isIconOnly?: boolean | undefined
}

export function LinkButton(props: LinkButtonProps) {
  const { href, children, variant = 'outlined', size = 'md', icon, isNewTab, isIconOnNarrow, isIconOnly } = props
  const isReadOnly = useContext(ReadOnlyContext) !== undefined
  if (props.isWrite && isReadOnly)
    return (
      <Button isWrite {...{ variant, size, icon, isIconOnNarrow }} className={isIconOnly ? styles.iconOnly : undefined}>
        {children}
      </Button>
    )
  const link = (
    <Link
      href={href}
      className={classNames(
        styles.button,
        styles[variant],
        styles[size],
        isIconOnNarrow && styles.iconOnNarrow,
        isIconOnly && styles.iconOnly,
      )}
      {...(isNewTab && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {icon && <Icon name={icon} />}
      <span className={styles.text}>{children}</span>
    </Link>
  )
  return isIconOnly ? <Tooltip text={children}>{link}</Tooltip> : link
}
