import styles from './PageDropOverlay.module.css'

/** Covers the page while files are dragged over it, and says what dropping them does. */
export function PageDropOverlay({ text }: { readonly text: string }) {
  return (
    <div className={styles['veil']} role="status">
      {text}
    </div>
  )
}
