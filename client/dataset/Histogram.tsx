import { t } from '#core/text/t.ts'
import styles from './ColumnProfile.module.css'

/** The distribution of a column's values as bars. */
export function Histogram({
  bins,
  from,
  to,
  isSmall = false,
}: {
  readonly bins: readonly number[]
  readonly from: string
  readonly to: string
  readonly isSmall?: boolean
}) {
  const most = Math.max(1, ...bins)
  return (
    <div
      className={styles['bins']}
      data-small={isSmall || undefined}
      role="img"
      aria-label={t('How the values spread from %s to %s', from, to)}
    >
      {bins.map((count, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
        <i key={index} style={{ height: `${count === 0 ? 0 : Math.max(4, (count / most) * 100)}%` }} />
      ))}
    </div>
  )
}
