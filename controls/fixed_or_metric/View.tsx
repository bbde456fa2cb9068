import { DEFAULT_FIXED_OR_METRIC, FALLBACK_TEXT, fixed_or_metric, type FixedOrMetric, fixedText } from './index.ts'
import type { ControlViewProps } from '#controls/control.ts'
import { FAST_DEBOUNCE } from '#controls/shared/delays.ts'
import { useDraft } from '#controls/shared/draft.tsx'
import { fieldTexts } from '#controls/shared/field.ts'
import { MetricEditor } from '#controls/shared/metric/MetricEditor.tsx'
import { PillList } from '#controls/shared/PillList.tsx'
import { metricLabel } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'
import { Field } from '#ui/base/Field.tsx'
import { SegmentedControl } from '#ui/input/SegmentedControl.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Stack } from '#ui/layout/Stack.tsx'

export default function FixedOrMetricView(props: ControlViewProps<FixedOrMetric>) {
  const { control, value = DEFAULT_FIXED_OR_METRIC, onChange, errors, context } = props
  const field = fieldTexts(control, errors)
  const setFixed = (text: string) => onChange(fixed_or_metric.parse({ type: 'fix', value: text }, control))
  const draft = useDraft(fixedText(value), setFixed, FAST_DEBOUNCE)
  const choose = (type: FixedOrMetric['type']) =>
    onChange(type === 'metric' ? { type, value: null } : { type, value: Number(FALLBACK_TEXT) })
  const metric = value.type === 'metric' ? value.value : null
  return (
    <Field {...field}>
      <Stack gap={1}>
        <SegmentedControl
          label={field.label}
          options={[
            { value: 'fix', label: t('Fixed') },
            { value: 'metric', label: t('Based on a metric') },
          ]}
          value={value.type}
          onChange={choose}
        />
        {value.type === 'fix' ? (
          <TextField
            ariaLabel={`${field.label}: ${t('Fixed')}`}
            value={draft.text}
            onChange={draft.change}
            onBlur={draft.flush}
            onEnter={draft.flush}
          />
        ) : (
          <PillList
            field={{ ...field, label: t('Metric'), hint: undefined, error: undefined }}
            pills={metric === null ? [] : [{ key: 'metric', text: metricLabel(metric), icon: 'function' }]}
            addText={t('Add a metric')}
            canAdd={metric === null}
            popoverLabel={t('Edit metric')}
            onRemove={() => onChange({ type: 'metric', value: null })}
            renderEditor={(_, close) => (
              <MetricEditor
                metric={metric ?? undefined}
                optionName={`${control.name}_metric`}
                context={context}
                onSave={(next) => onChange({ type: 'metric', value: next })}
                onClose={close}
              />
            )}
          />
        )}
      </Stack>
    </Field>
  )
}
