import { useTexts } from '#ui/tokens/texts.ts'
import { Avatar } from './Avatar.tsx'
import styles from './AvatarGroup.module.css'

export interface AvatarGroupProps {
  readonly names: readonly string[]
  readonly max?: number | undefined
  readonly label: string
  readonly size?: 20 | 24 | 28 | undefined
}

export function AvatarGroup({ names, max = 4, label, size = 24 }: AvatarGroupProps) {
  const texts = useTexts()
  const rest = [...new Set(names)].slice(max)
  if (names.length === 0) return null
  return (
    <span role="group" aria-label={label} className={styles.group}>
      {[...new Set(names)].slice(0, max).map((name) => (
        <Avatar key={name} name={name} size={size} />
      ))}
      {rest.length > 0 && (
        <span className={styles.rest} style={{ height: size, minWidth: size }} title={rest.join(', ')}>
          {texts.furtherCount(rest.length)}
        </span>
      )}
    </span>
  )
}
