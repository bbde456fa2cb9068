import type { FormMigration } from '#charts/chart.ts'
import { isAdvanced } from '#core/form/advanced-analytics.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { unsaid } from '#charts/shared/migration.ts'
import { stackOf } from './stacking.ts'

/** Older forms say true or false of how series stand on each other, or nothing: then they stand side by side. */
const stack: FormMigration = {
  name: 'stack',
  applies: ({ stack: value }) => value !== null && (value === undefined || stackOf(value) !== value),
  migrate: (form) => ({ ...form, stack: stackOf(form['stack']) ?? null }),
}

/** Newer forms of others name the difference to another time so. */
const difference: FormMigration = {
  name: 'difference',
  applies: (form) => form['comparison_type'] === 'difference',
  migrate: (form) => ({ ...form, comparison_type: 'absolute' }),
}

/** Names are short where rows are asked for as they are, and whole where they are spread out. */
const silence = unsaid((form) => ({
  time_grain_sqla: null,
  row_limit: null,
  rolling_periods: 1,
  truncate_metric: !isAdvanced(form, queryFields(form).metrics ?? []),
}))

/** Ages that all charts over time went through. */
export const timeseriesMigrations: readonly FormMigration[] = [stack, difference, silence]
