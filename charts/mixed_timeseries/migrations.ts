import { controlsOf } from '#controls/form.ts'
import { controls } from './controls.ts'
import { SECOND_KEY_SUFFIX } from './query-forms.ts'
import type { FormMigration } from '#charts/chart.ts'
import { withMissingKeys, renameFormKeys, setMissingKeys, withoutKeys } from '#charts/shared/migration.ts'
import { migrateNvd3 } from '#charts/shared/nvd3.ts'
import { isAdvanced } from '#core/form/advanced-analytics.ts'
import { listOf, queryFields } from '#core/form/query-fields.ts'
import { secondForm, firstForm } from './query-forms.ts'
import type { FormData } from '#core/form/form-data.ts'

/** Renamed keys of `dual_line`. */
const NAMES = { y_axis_2_format: 'y_axis_format_secondary', y_axis_2_bounds: 'y_axis_bounds_secondary' }

const isBound = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** Form data of `dual_line`: two metrics, each on a separate axis. */
const dualLine: FormMigration = {
  name: 'dual_line',
  applies: ({ viz_type }) => viz_type === 'dual_line',
  migrate(form) {
    const cut = listOf<unknown>(form['y_axis_2_bounds']).some(isBound) ? { truncateYAxis: true } : {}
    const { metric, metric_2: second } = form
    const own = withoutKeys(renameFormKeys(migrateNvd3(form, 'mixed_timeseries'), NAMES), 'metric', 'metric_2')
    return withMissingKeys(own, {
      metrics: listOf(metric),
      groupby: [],
      metrics_b: listOf(second),
      groupby_b: [],
      yAxisIndexB: 1,
      ...cut,
    })
  },
}

/** Second-query keys without a value have the value of the first query. */
const copyFirstQueryValues: FormMigration = {
  name: 'shared',
  applies: (form) => sharedKeys(form).length > 0,
  migrate: (form) => ({
    ...form,
    ...Object.fromEntries(sharedKeys(form).map((key) => [`${key}${SECOND_KEY_SUFFIX}`, form[key]])),
  }),
}

function sharedKeys(form: FormData): string[] {
  return controlsOf(controls)
    .filter(({ name }) => name.endsWith(SECOND_KEY_SUFFIX))
    .map(({ name }) => name.slice(0, -SECOND_KEY_SUFFIX.length))
    .filter((key) => form[key] !== undefined && form[`${key}${SECOND_KEY_SUFFIX}`] === undefined)
}

/** Newer forms of other products use this name for the absolute difference of a time comparison. */
const difference: FormMigration = {
  name: 'difference',
  applies: (form) => DIFFERENCES.some((key) => form[key] === 'difference'),
  migrate: (form) => ({
    ...form,
    ...Object.fromEntries(DIFFERENCES.filter((key) => form[key] === 'difference').map((key) => [key, 'absolute'])),
  }),
}

const DIFFERENCES = ['comparison_type', `comparison_type${SECOND_KEY_SUFFIX}`]

const isShort = (form: FormData): boolean => !isAdvanced(form, queryFields(form).metrics ?? [])

/** By default, names omit the metric if rows are queried directly, and include it after a pivot. */
const setOldDefaults = setMissingKeys((form) => ({
  time_grain_sqla: null,
  row_limit: null,
  row_limit_b: null,
  rolling_periods: 1,
  rolling_periods_b: 1,
  truncate_metric: isShort(firstForm(form)),
  truncate_metric_b: isShort(secondForm(form)),
}))

export const migrations: readonly FormMigration[] = [dualLine, copyFirstQueryValues, difference, setOldDefaults]
