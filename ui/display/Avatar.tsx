import styles from './Avatar.module.css'
import { colorOf, initials } from './initials.ts'

export interface AvatarProps {
  /** The accessible name; its initials are shown. */
  readonly name: string
  readonly size?: 20 | 24 | 28 | undefined
}

const colors = ['--c1', '--c3', '--c4', '--c5', '--c10', '--c12', '--c8', '--c11']

export function Avatar({ name, size = 24 }: AvatarProps) {
  const color = colors[colorOf(name, colors.length)]
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className={styles.avatar}
      style={{
        width: size,
        height: size,
        fontSize: size <= 20 ? 9 : 10.5,
        color: `color-mix(in oklab, var(${color}) 70%, var(--text))`,
        background: `color-mix(in oklab, var(${color}) 14%, var(--surface))`,
      }}
    >
      {initials(name)}
    </span>
  )
}
