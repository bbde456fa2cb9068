import styles from './DistributionBars.module.css'
import { barsOf } from './distribution-chart.ts'
import type { TimeDistribution } from '#core/query/time-distribution.ts'
import type { TimeRangeText } from '#core/time/resolve-time-range.ts'
import { t } from '#core/text/t.ts'
import { classNames } from '#ui/tokens/class-names.ts'

export interface DistributionBarsProps {
  readonly spread: TimeDistribution
  /** The bounds of the range, once they are known. */
  readonly bounds: TimeRangeText | undefined
}

/** The distribution of rows over time; rows in the range are colored. */
export function DistributionBars({ spread, bounds }: DistributionBarsProps) {
  const { bars, marks } = barsOf(spread, bounds)
  const chosen = bars.filter(({ isIn }) => isIn).length
  return (
    <div
      className={styles['spread']}
      role="img"
      aria-label={t('Rows over time: %s of %s bars are in the range', String(chosen), String(bars.length))}
    >
      <div className={styles['bars']}>
        {bars.map(({ from, share, isIn, title }) => (
          <i key={from} className={classNames(isIn && styles['in'])} title={title}>
            <b style={{ height: `${share * 100}%` }} />
          </i>
        ))}
      </div>
      <div className={styles['marks']}>
        {marks.map(({ at, text }) => (
          <span key={at} style={{ left: `${at * 100}%` }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}
