import type { ReactNode } from 'react'
import { CloseButton } from '#ui/base/CloseButton.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './Banner.module.css'
import { Icon } from '#ui/base/Icon.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'
import type { Tone } from '#ui/base/tone.ts'

export interface BannerProps {
  readonly children: ReactNode
  readonly tone?: Tone | undefined
  readonly icon?: IconName | undefined
  readonly actions?: ReactNode | undefined
  readonly onClose?: (() => void) | undefined
  /** Announced when it appears. */
  readonly isLive?: boolean | undefined
}

const icons = { neutral: 'info', accent: 'info', good: 'check', warn: 'info', danger: 'warning' } as const

export function Banner({ children, tone = 'neutral', icon, actions, onClose, isLive }: BannerProps) {
  const texts = useTexts()
  return (
    <div className={classNames(styles.banner, styles[tone])} {...(isLive && { role: 'status' })}>
      <Icon name={icon ?? icons[tone]} />
      <div className={styles.text}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {onClose && <CloseButton label={texts.dismiss} onPress={onClose} />}
    </div>
  )
}
