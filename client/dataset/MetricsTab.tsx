import { t } from '#core/text/t.ts'
import { FormStack } from '#ui/input/FormStack.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { CertificationFields } from './CertificationFields.tsx'
import { CheckedSql } from './CheckedSql.tsx'
import { expressionCheck } from './check-sql.ts'
import type { EditMetric } from './edit-draft.ts'
import { changeField, type DatasetTabProps, uniqueKey, removeField, savedMetricName } from './edit-tab.ts'
import { FieldList } from './FieldList.tsx'
import { FieldBadges } from './FieldBadges.tsx'
import { FieldUsage } from './FieldUsage.tsx'
import styles from './FieldList.module.css'
import { parseCurrency, changeCurrency } from './metric-currency.ts'
import { Select } from '#ui/input/Select.tsx'

interface Props {
  /** JSON text. */
  readonly currency: string | null | undefined
  readonly onChange: (currency: string | null) => void
}

/** The currency of a metric, and its position before or after the number. */
function CurrencyFields({ currency, onChange }: Props) {
  const { symbol, symbolPosition } = parseCurrency(currency)
  return (
    <>
      <TextField
        label={t('Currency')}
        description={t('A code such as EUR, or a sign')}
        value={symbol}
        onChange={(next) => onChange(changeCurrency(currency, { symbol: next }))}
        maxLength={16}
      />
      {symbol !== '' && (
        <Select
          label={t('Currency position')}
          options={[
            { value: 'prefix', label: t('Before the number') },
            { value: 'suffix', label: t('After the number') },
          ]}
          value={symbolPosition}
          onChange={(next) => onChange(changeCurrency(currency, { symbolPosition: next }))}
          isSearchable={false}
        />
      )}
    </>
  )
}

interface FieldsProps {
  readonly metric: EditMetric
  readonly props: Pick<DatasetTabProps, 'dataset' | 'edit' | 'completions'>
  readonly onChange: (change: Partial<EditMetric>) => void
}

/** The fields of a metric. */
function MetricFields({ metric, props: { dataset, edit, completions }, onChange }: FieldsProps) {
  return (
    <FormStack ariaLabel={metric.metric_name}>
      <TextField
        label={t('Metric key')}
        value={metric.metric_name}
        onChange={(name) => onChange({ metric_name: name })}
        isRequired
        maxLength={255}
      />
      <TextField
        label={t('Label')}
        value={metric.verbose_name ?? ''}
        onChange={(name) => onChange({ verbose_name: name || null })}
      />
      <CheckedSql
        check={expressionCheck({ dataset, edit }, 'metrics')}
        backend={dataset.database?.backend}
        label={t('SQL expression')}
        value={metric.expression}
        onChange={(expression) => onChange({ expression })}
        maxLines={10}
        completions={completions}
        isRequired
      />
      <TextField
        label={t('Description')}
        value={metric.description ?? ''}
        onChange={(text) => onChange({ description: text || null })}
      />
      <TextField
        label={t('D3 format')}
        value={metric.d3format ?? ''}
        onChange={(format) => onChange({ d3format: format || null })}
      />
      <CurrencyFields currency={metric.currency} onChange={(currency) => onChange({ currency })} />
      <CertificationFields
        extra={metric.extra}
        warningText={metric.warning_text}
        onChange={(extra, isWarning) => onChange(isWarning ? { extra, warning_text: null } : { extra })}
      />
      <FieldUsage datasetId={dataset.id} type="metrics" name={savedMetricName(dataset, metric)} />
    </FormStack>
  )
}

/** The metrics of the dataset, newest first. */
export function MetricsTab({ dataset, edit, onChange, completions }: DatasetTabProps) {
  const { metrics } = edit
  const add = () => {
    const key = uniqueKey(metrics)
    onChange({ metrics: [{ key, metric_name: t('new metric'), expression: '' }, ...metrics] })
    return key
  }
  const set = (metric: EditMetric, change: Partial<EditMetric>) =>
    onChange({ metrics: changeField(metrics, metric.key, change) })
  return (
    <FieldList
      label={t('Metrics')}
      parts={metrics}
      nameOf={(metric) => metric.metric_name}
      summary={(metric) => (
        <>
          <FieldBadges part={metric} />
          <code className={styles['code']}>{metric.expression}</code>
        </>
      )}
      onRemove={(metric) => onChange({ metrics: removeField(metrics, metric.key) })}
      empty={t('There are no metrics')}
      onAdd={add}
      details={(metric) => (
        <MetricFields
          metric={metric}
          props={{ dataset, edit, completions }}
          onChange={(change) => set(metric, change)}
        />
      )}
    />
  )
}
