import { TimeRangeField } from '#controls/shared/time-range/TimeRangeField.tsx'
import { t } from '#core/text/t.ts'
import type { FilterViewProps } from '../filter-type.ts'

/** The time range of the dashboard, edited in the same popover as in charts. */
export default function TimeFilterView({ config, value, onChange, isInvalid, ...asks }: FilterViewProps<string>) {
  return (
    <TimeRangeField
      name={config.name ?? ''}
      field={{ error: isInvalid ? t('Select a range to see the charts') : undefined }}
      calendar={asks.calendar}
      fetchExtent={asks.fetchExtent}
      fetchDistribution={asks.fetchDistribution}
      value={value ?? 'No filter'}
      onChange={(next) => onChange(next === 'No filter' ? undefined : next)}
    />
  )
}
