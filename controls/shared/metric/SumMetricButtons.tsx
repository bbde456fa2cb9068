import { useId } from 'react'
import { withColumn } from './draft.ts'
import styles from './SumMetricButtons.module.css'
import type { ControlContext } from '#controls/control.ts'
import { isMeasure } from '#core/metric/is-measure.ts'
import { newMetric } from '#core/metric/metric.ts'
import type { AdhocMetric } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'

/** A number of suggestions that is quick to scan. */
const MAX_SUGGESTIONS = 8

export interface SumMetricButtonsProps {
  readonly optionName: string
  readonly context: ControlContext
  readonly onTake: (metric: AdhocMetric) => void
}

/** Sums of the numeric columns of the dataset, each selectable with one click. */
export function SumMetricButtons({ optionName, context, onTake }: SumMetricButtonsProps) {
  const label = useId()
  const sums = context.dataset.columns
    .filter(isMeasure)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ column_name, type }) => withColumn(newMetric(optionName), { column_name, type: type ?? null }, true))
  if (sums.length === 0) return null
  return (
    <div>
      <div id={label} className={styles['label']}>
        {t('Suggestions')}
      </div>
      <div role="group" aria-labelledby={label} className={styles['choices']}>
        {sums.map((sum) => (
          <Button key={sum.label} size="sm" onPress={() => onTake(sum)}>
            {sum.label}
          </Button>
        ))}
      </div>
    </div>
  )
}
