import { tn } from '#core/text/t.ts'
import styles from './LeftOut.module.css'

/** How many parts that were left out are named. */
const MAX_NAMED = 5

/** Names what of written styles is not shown; says so as it changes. */
export function LeftOut({ texts }: { readonly texts: readonly string[] }) {
  return (
    <div role="status">
      {texts.length > 0 && (
        <>
          <p>{tn('%s part is left out:', '%s parts are left out:', texts.length, texts.length)}</p>
          <ul className={styles['left']}>
            {texts.slice(0, MAX_NAMED).map((text, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same text may stand there twice
              <li key={`${at} ${text}`}>
                <code>{text}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
