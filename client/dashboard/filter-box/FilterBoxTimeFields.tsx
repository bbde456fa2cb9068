import { useMemo } from 'react'
import { TimeRangeField } from '#controls/shared/time-range/TimeRangeField.tsx'
import { TIME_COLUMN, TIME_GRAIN, TIME_RANGE } from '#core/filter-box/dashboard-filter.ts'
import type { BoxValue } from '#core/filter-box/item.ts'
import { t } from '#core/text/t.ts'
import { calendarRecord } from '#core/time/calendar-settings.ts'
import { NO_FILTER } from '#core/time/parse-time-range.ts'
import { Select } from '#ui/input/Select.tsx'
import { datasetOf, useDashboard } from '../state/store.ts'

interface Props {
  readonly chartId: number
  readonly columns: Readonly<Record<string, BoxValue>>
  readonly onChange: (column: string, value: BoxValue) => void
}

const textOf = (value: BoxValue | undefined) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The time fields of a filter box: range, grain and column, each if the box has it. */
export function FilterBoxTimeFields({ chartId, columns, onChange }: Props) {
  const dataset = useDashboard((state) => datasetOf(state, chartId))
  const metadata = useDashboard((state) => state.info.metadata)
  const extra = dataset?.extra
  const calendar = useMemo(() => calendarRecord(metadata, extra), [metadata, extra])
  const select = (column: string, label: string, options: readonly { value: string; label: string }[]) =>
    Object.hasOwn(columns, column) && (
      <Select
        label={label}
        placeholder={t('Type or Select [%s]', label)}
        options={options}
        value={textOf(columns[column])}
        onChange={(next) => onChange(column, next)}
        isClearable
        onClear={() => onChange(column, null)}
        size="sm"
      />
    )
  const grains = (dataset?.time_grain_sqla ?? []).flatMap(([code, label]) => (code ? [{ value: code, label }] : []))
  const times = (dataset?.columns ?? []).filter(({ is_dttm }) => is_dttm)
  return (
    <>
      {Object.hasOwn(columns, TIME_RANGE) && (
        <TimeRangeField
          name={t('Time range')}
          field={{ label: t('Time range') }}
          value={textOf(columns[TIME_RANGE]) ?? NO_FILTER}
          onChange={(next) => onChange(TIME_RANGE, next)}
          calendar={calendar}
        />
      )}
      {select(TIME_GRAIN, t('Time grain'), grains)}
      {select(
        TIME_COLUMN,
        t('Time column'),
        times.map(({ column_name, verbose_name }) => ({ value: column_name, label: verbose_name || column_name })),
      )}
    </>
  )
}
