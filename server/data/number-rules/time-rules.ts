import { calendarSettings } from '#core/time/calendar-settings.ts'
import { isInstantColumn } from '#core/time/instant-columns.ts'
import type { NumberRule, ChartWithDataset } from './number-rule.ts'

const isSet = (value: unknown): boolean => typeof value === 'string' && value !== ''

const compares = ({ time_compare: offsets, comparison_type: type }: ChartWithDataset['form']): boolean =>
  (Array.isArray(offsets) ? offsets.length > 0 : isSet(offsets)) && isSet(type) && type !== 'values'

/** Rows are resampled before rolling, cumulative and comparison functions. */
export const resampleFirst: NumberRule = {
  id: 'resample-first',
  reason:
    'Rolling, cumulative and comparison steps use the resampled rows; before, rows were resampled after these steps.',
  affects: ({ form }) => {
    const { rolling_type: rolling, resample_rule: rule, resample_method: method } = form
    return isSet(rule) && isSet(method) && ((isSet(rolling) && rolling !== 'None') || compares(form))
  },
}

/** Instants are filtered and grouped in the time zone of the dataset. */
export const instantsInZone: NumberRule = {
  id: 'instants-in-zone',
  reason:
    'Instants (types with a time zone, epoch numbers) are filtered and grouped in the time zone of the dataset; before, in UTC.',
  affects: ({ dataset }) => {
    const { zone = 'UTC' } = calendarSettings(dataset?.extra)
    return zone !== 'UTC' && (dataset?.columns ?? []).some(isInstantColumn)
  },
}

/** The grain "Week" begins on the first day of the week of the dataset. */
export const weekStartOfGrain: NumberRule = {
  id: 'week-start-of-grain',
  reason: 'The grain "Week" begins on the day that week_start of the dataset names; before, it began on Monday.',
  affects: ({ form: { time_grain_sqla: grain }, dataset }) => {
    const { weekStart = 1 } = calendarSettings(dataset?.extra)
    return grain === 'P1W' && weekStart !== 1
  },
}

const isCoarse = (format: string | null): boolean => isSet(format) && !/^epoch_|%[Sf]/.test(String(format))

/** Bounds of a range are compared exactly with times stored as days, months or years. */
export const exactStoredBounds: NumberRule = {
  id: 'exact-stored-bounds',
  reason:
    'A bound within a day, month or year excludes the stored day, month or year before it; before, it was rounded down.',
  affects: ({ form, dataset }) => {
    const { granularity_sqla: column, x_axis: axis, adhoc_filters: filters, time_range: range } = form
    const ofFilters = Array.isArray(filters) ? filters.map((filter) => filter?.subject) : []
    // A range without a column is on the main time column.
    const ofRange = !isSet(column) && isSet(range) && range !== 'No filter' ? [dataset?.main_dttm_col] : []
    const used = [column, axis, ...ofFilters, ...ofRange]
    return (dataset?.columns ?? []).some(
      ({ column_name: name, is_dttm: isTime, python_date_format: format }) =>
        isTime && isCoarse(format) && used.includes(name),
    )
  },
}
