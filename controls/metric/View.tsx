import { MetricEditor } from '#controls/shared/metric/MetricEditor.tsx'
import { metricOfField, metricRejection, withMetric } from './drop.ts'
import { metric as metricKind } from './index.ts'
import type { ControlViewProps } from '#controls/control.ts'
import { moveItem, type Slot } from '#controls/shared/drag-data.ts'
import { fieldTexts, freshName } from '#controls/shared/field.ts'
import { type Pill, PillList } from '#controls/shared/PillList.tsx'
import { listOf } from '#core/form/query-fields.ts'
import { isAdhocMetric } from '#core/metric/metric.ts'
import { metricLabel, type QueryMetric } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'

type SelectedMetrics = QueryMetric | readonly QueryMetric[] | null

export default function MetricView({ control, value, onChange, errors, context }: ControlViewProps<SelectedMetrics>) {
  const metrics = listOf<QueryMetric>(value)
  const { dataset } = context
  const toPill = (each: QueryMetric): Pill => {
    const name = metricLabel(each)
    const details = isAdhocMetric(each) ? undefined : dataset.metrics.find((saved) => saved.metric_name === name)
    const isMissing = !isAdhocMetric(each) && details === undefined
    return {
      key: name,
      text: details?.verbose_name || name,
      icon: 'function',
      error: isMissing ? t('The dataset has no metric of this name') : undefined,
    }
  }
  const set = (next: readonly QueryMetric[]) => onChange(metricKind.parse(next, control, context))
  const names = metrics.map((each) => (isAdhocMetric(each) ? each.optionName : undefined))
  const fresh = freshName('metric', names)
  const slot: Slot = {
    refuses: (part) => metricRejection(part, metrics, context),
    take: (part, at) => {
      const newMetricValue = metricOfField(part, fresh, context)
      if (newMetricValue !== undefined) set(withMetric(metrics, newMetricValue, at, control))
    },
  }
  return (
    <PillList
      field={fieldTexts(control, errors)}
      name={control.name}
      pills={metrics.map(toPill)}
      addText={t('Add a metric')}
      canAdd={control.multi === true || metrics.length === 0}
      popoverLabel={t('Edit metric')}
      slot={slot}
      onMove={(from, at) => set(moveItem(metrics, from, at))}
      onRemove={(index) => set(metrics.toSpliced(index, 1))}
      renderEditor={(index, close) => (
        <MetricEditor
          metric={index === undefined ? undefined : metrics[index]}
          optionName={fresh}
          context={context}
          onSave={(next) => set(index === undefined ? [...metrics, next] : metrics.with(index, next))}
          onClose={close}
        />
      )}
    />
  )
}
