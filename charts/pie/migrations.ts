import type { FormMigration } from '#charts/chart.ts'
import { renameFormKeys, setMissingKeys, withoutKeys } from '#charts/shared/migration.ts'
import { asMetric, listOf } from '#core/form/query-fields.ts'

/** Older pies used the first of several metrics. */
const oneMetric: FormMigration = {
  name: 'one metric',
  applies: (form) => asMetric(form.metric) === undefined && listOf(form.metrics).length > 0,
  migrate: (form) => ({ ...withoutKeys(form, 'metrics'), metric: asMetric(listOf<unknown>(form.metrics)[0]) ?? null }),
}

const labels: FormMigration = {
  name: 'labels',
  applies: (form) => form['pie_label_type'] !== undefined,
  migrate: (form) => renameFormKeys(form, { pie_label_type: 'label_type' }),
}

/** Older pies without a sort order keep the result order. */
const setOldDefaults = setMissingKeys(() => ({ row_limit: null, sort_by_metric: false }))

export const migrations: readonly FormMigration[] = [oneMetric, labels, setOldDefaults]
