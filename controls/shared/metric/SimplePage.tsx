import { useId } from 'react'
import styles from './SumMetricButtons.module.css'
import { withAggregate, withColumn } from './draft.ts'
import type { ControlContext } from '#controls/control.ts'
import { columnOption } from '#controls/shared/column-options.ts'
import { aggregates } from '#core/metric/metric.ts'
import type { AdhocMetric } from '#core/query/query-object.ts'
import { NUMERIC } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Select } from '#ui/input/Select.tsx'

export interface SimplePageProps {
  readonly metric: AdhocMetric
  readonly context: ControlContext
  readonly onChange: (metric: AdhocMetric) => void
}

/** Edits an aggregate of a column. */
export function SimplePage({ metric, context, onChange }: SimplePageProps) {
  const { columns } = context.dataset
  const label = useId()
  const choose = (name: string) => {
    const column = columns.find((each) => each.column_name === name)
    if (!column) return
    onChange(withColumn(metric, { column_name: name, type: column.type ?? null }, column.type_generic === NUMERIC))
  }
  return (
    <>
      <Select
        label={t('Column')}
        options={columns.map(columnOption)}
        value={metric.column?.column_name}
        onChange={choose}
        placeholder={t('Select a column')}
        isSearchable
      />
      <div>
        <div id={label} className={styles['label']}>
          {t('Aggregate')}
        </div>
        <div role="group" aria-labelledby={label} className={styles['choices']}>
          {aggregates.map((aggregate) => (
            <Button
              key={aggregate}
              size="sm"
              isSelected={metric.aggregate === aggregate}
              onPress={() => onChange(withAggregate(metric, aggregate))}
            >
              {aggregate}
            </Button>
          ))}
        </div>
      </div>
    </>
  )
}
