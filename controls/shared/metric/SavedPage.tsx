import type { ControlContext } from '#controls/control.ts'
import { t } from '#core/text/t.ts'
import { Select } from '#ui/input/Select.tsx'

export interface SavedPageProps {
  readonly name: string | undefined
  readonly context: ControlContext
  readonly onChange: (name: string) => void
}

/** Selects a metric of the dataset. */
export function SavedPage({ name, context, onChange }: SavedPageProps) {
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
      placeholder={options.length > 0 ? t('Choose a metric') : t('The dataset has no saved metrics')}
      isSearchable
    />
  )
}
