import { useState } from 'react'
import { SumMetricButtons } from './SumMetricButtons.tsx'
import { adhocDraft, firstTab, type MetricTab, savedDraft, withSql } from './draft.ts'
import { SimplePage } from './SimplePage.tsx'
import type { ControlContext } from '#controls/control.ts'
import { Editor } from '#controls/shared/Editor.tsx'
import { SqlField } from '#controls/shared/SqlField.tsx'
import { isValidMetric, labelMetric, metricText } from '#core/metric/metric.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'
import { TextField } from '#ui/base/TextField.tsx'
import { Select } from '#ui/input/Select.tsx'

interface SavedPageProps {
  readonly name: string | undefined
  readonly context: ControlContext
  readonly onChange: (name: string) => void
}

/** Selects a metric of the dataset. */
function SavedPage({ name, context, onChange }: SavedPageProps) {
  const options = context.dataset.metrics.map((each) => ({
    value: each.metric_name,
    label: each.verbose_name || each.metric_name,
    detail: each.expression,
    icon: 'function' as const,
  }))
  return (
    <Select
      label={t('Saved metric')}
      options={options}
      value={name}
      onChange={onChange}
      placeholder={options.length > 0 ? t('Select a metric') : t('The dataset has no saved metrics')}
      isSearchable
    />
  )
}

export interface MetricEditorProps {
  readonly metric: QueryMetric | undefined
  readonly optionName: string
  readonly context: ControlContext
  readonly onSave: (metric: QueryMetric) => void
  readonly onClose: () => void
}

/** Selects a saved metric, or defines one by an aggregate of a column or an expression. */
export function MetricEditor({ metric, optionName, context, onSave, onClose }: MetricEditorProps) {
  const [tab, setTab] = useState<MetricTab>(() => firstTab(metric, context))
  const [saved, setSaved] = useState(() => savedDraft(metric))
  const [adhoc, setAdhoc] = useState(() => adhocDraft(metric, optionName))
  // The label as typed, including trailing spaces.
  const [label, setLabel] = useState(adhoc.hasCustomLabel ? (adhoc.label ?? '') : '')
  const isLocked = context.dataset.disallow_adhoc_metrics === true
  const result = tab === 'saved' ? saved : adhoc
  const ofTab = tab === 'saved' || adhoc.expressionType === (tab === 'sql' ? 'SQL' : 'SIMPLE')
  const canSave = ofTab && isValidMetric(result)
  const take = (chosen: QueryMetric | undefined) => {
    if (chosen !== undefined) onSave(chosen)
    onClose()
  }
  return (
    <Editor
      label={t('Metric')}
      tabs={[
        { id: 'saved', label: t('Saved') },
        { id: 'simple', label: t('Simple'), isDisabled: isLocked },
        { id: 'sql', label: t('Custom SQL'), isDisabled: isLocked },
      ]}
      selected={tab}
      onSelect={(id) => setTab(id as MetricTab)}
      canSave={canSave}
      onSave={() => take(result)}
      onClose={onClose}
    >
      {metric === undefined && tab !== 'sql' && !isLocked && (
        <SumMetricButtons optionName={optionName} context={context} onTake={take} />
      )}
      {tab === 'saved' && <SavedPage name={saved} context={context} onChange={setSaved} />}
      {tab === 'simple' && <SimplePage metric={adhoc} context={context} onChange={setAdhoc} />}
      {tab === 'sql' && (
        <SqlField
          label={t('SQL expression')}
          value={adhoc.expressionType === 'SQL' ? (adhoc.sqlExpression ?? '') : ''}
          onChange={(sql) => setAdhoc(withSql(adhoc, sql))}
          context={context}
        />
      )}
      {tab !== 'saved' && (
        <TextField
          label={t('Label')}
          value={label}
          placeholder={metricText(adhoc)}
          onChange={(text) => {
            setLabel(text)
            setAdhoc(labelMetric(adhoc, text))
          }}
        />
      )}
    </Editor>
  )
}
