import { tn } from '#core/text/t.ts'
import styles from './IgnoredStyles.module.css'

/** The maximum number of ignored styles listed. */
const MAX_LISTED_STYLES = 5

/** Lists the styles that are ignored, in a live region. */
export function IgnoredStyles({ texts }: { readonly texts: readonly string[] }) {
  return (
    <div role="status">
      {texts.length > 0 && (
        <>
          <p>{tn('%s part is left out:', '%s parts are left out:', texts.length, texts.length)}</p>
          <ul className={styles['left']}>
            {texts.slice(0, MAX_LISTED_STYLES).map((text, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same text may stand there twice
              <li key={`${index} ${text}`}>
                <code>{text}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
