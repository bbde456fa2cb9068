import { memo } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './Icon.module.css'
import { dottedIcons, filledIcons, type IconName, iconPaths, textIcons } from './icon-paths.ts'
import type { Tone } from './tone.ts'

export interface IconProps {
  readonly name: IconName
  readonly size?: 12 | 14 | 16 | 20 | 24 | undefined
  /** The accessible name; without it the icon is hidden from assistive technology. */
  readonly label?: string | undefined
  readonly tone?: Tone | undefined
}

/** Memoized, because pages have many icons and re-render often. */
export const Icon = memo(function Icon({ name, size = 16, label, tone }: IconProps) {
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  const shape = classNames(
    styles.icon,
    tone && styles[tone],
    filledIcons.has(name) && styles.filled,
    dottedIcons.has(name) && styles.dotted,
  )
  return (
    <svg className={shape} viewBox="0 0 16 16" width={size} height={size} {...spoken}>
      {name in iconPaths ? (
        <path d={iconPaths[name as keyof typeof iconPaths]} />
      ) : (
        <text x="8" y="11" textAnchor="middle" className={styles.word}>
          {textIcons[name as keyof typeof textIcons]}
        </text>
      )}
    </svg>
  )
})
