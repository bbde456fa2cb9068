import { withChangedFilter, type FilterDraft } from '../filters/filter-draft.ts'
import styles from './filter-config.module.css'
import { FilterSettingField } from './FilterSettingField.tsx'
import type { ChangeDraft } from './use-filter-draft.ts'
import type { Control, ControlContext } from '#controls/control.ts'
import { t } from '#core/text/t.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'

interface Props {
  readonly draft: FilterDraft
  readonly filter: FilterConfig
  readonly problem: string | undefined
  readonly change: ChangeDraft
  readonly context: ControlContext
}

const preFilter: Control = {
  type: 'adhoc_filter',
  name: 'adhoc_filters',
  label: 'Pre-filter available values',
  description: 'Only lists values of rows that match these conditions',
  affects: 'query',
}
const timeRange: Control = { type: 'time_range', name: 'time_range', label: 'Time range', affects: 'query' }
const timeColumn: Control = {
  type: 'column',
  name: 'granularity_sqla',
  label: 'Time column',
  affects: 'query',
  columnFilter: (column) => column.is_dttm,
}
const sortMetric: Control = {
  type: 'select',
  name: 'sortMetric',
  label: 'Sort metric',
  description: 'Values stand in the order of this metric, not in their own',
  affects: 'query',
  placeholder: 'The values themselves',
  choices: ({ dataset }) =>
    dataset.metrics.map(({ metric_name, verbose_name }) => ({
      value: metric_name,
      label: verbose_name || metric_name,
    })),
}

/**
 * Selects parent filters that limit the values of this one: all filters except itself and those that filter nothing.
 */
function Parents({ draft, filter, problem, change }: Omit<Props, 'context'>) {
  const others = draft.filters.filter(
    (each) => each.type === 'NATIVE_FILTER' && each.id !== filter.id && !draft.removing.includes(each.id),
  )
  if (others.length === 0) return null
  return (
    <MultiSelect
      label={t('Values are dependent on other filters')}
      hint={t('Shows only values that match the filters it depends on')}
      options={others.map((each) => ({ value: each.id, label: each.name || t('[untitled filter]') }))}
      value={(filter.cascadeParentIds ?? []).filter((id) => others.some((each) => each.id === id))}
      onChange={(cascadeParentIds) => change((now) => withChangedFilter(now, filter.id, { cascadeParentIds }))}
      error={problem}
      placeholder={t('No other filter')}
    />
  )
}

/** Selects which values a filter offers, and their order. */
export function FilterOptionFields(props: Props) {
  const { filter, change, context } = props
  const type = filterType(filter.filterType)
  const setting = (control: Control) => (
    <FilterSettingField
      control={control}
      context={context}
      value={filter[control.name] ?? undefined}
      onChange={(value) => change((draft) => withChangedFilter(draft, filter.id, { [control.name]: value ?? null }))}
    />
  )
  return (
    <div className={styles['fields']}>
      <Parents {...props} />
      {setting(preFilter)}
      <div className={styles['pair']}>
        {setting(timeRange)}
        {setting(timeColumn)}
      </div>
      {type?.isSortable && setting(sortMetric)}
    </div>
  )
}
