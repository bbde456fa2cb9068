import type { FormMigration } from '#charts/chart.ts'
import { isAdvanced } from '#core/form/advanced-analytics.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { setMissingKeys } from '#charts/shared/migration.ts'
import { stackOf } from './stacking.ts'

/** Older forms have true, false or no value for stacking; without one, series are not stacked. */
const stack: FormMigration = {
  name: 'stack',
  applies: ({ stack: value }) => value !== null && (value === undefined || stackOf(value) !== value),
  migrate: (form) => ({ ...form, stack: stackOf(form['stack']) ?? null }),
}

/** Newer forms of other products use this name for the absolute difference of a time comparison. */
const difference: FormMigration = {
  name: 'difference',
  applies: (form) => form['comparison_type'] === 'difference',
  migrate: (form) => ({ ...form, comparison_type: 'absolute' }),
}

/** By default, names omit the metric if rows are queried directly, and include it after a pivot. */
const setOldDefaults = setMissingKeys((form) => ({
  time_grain_sqla: null,
  row_limit: null,
  rolling_periods: 1,
  truncate_metric: !isAdvanced(form, queryFields(form).metrics ?? []),
}))

/** The migrations of all time-series chart types. */
export const timeseriesMigrations: readonly FormMigration[] = [stack, difference, setOldDefaults]
