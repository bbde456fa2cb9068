import styles from './Kbd.module.css'

export interface KbdProps {
  /** Keys joined by `+`. */
  readonly keys: string
}

export function Kbd({ keys }: KbdProps) {
  return (
    <span className={styles.keys}>
      {keys.split('+').map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
