import type { ReactNode } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './Badge.module.css'
import { Icon } from '#ui/base/Icon.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'
import type { Tone } from '#ui/base/tone.ts'

export interface BadgeProps {
  readonly children: ReactNode
  readonly tone?: Tone | undefined
  readonly icon?: IconName | undefined
  readonly isOutlined?: boolean | undefined
  readonly title?: string | undefined
}

export function Badge({ children, tone = 'neutral', icon, isOutlined, title }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone], isOutlined && styles.outlined)} title={title}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  )
}
