import type { FormMigration } from '#charts/chart.ts'
import { setMissingKeys, withoutKeys } from '#charts/shared/migration.ts'
import { asMetric, listOf } from '#core/form/query-fields.ts'

/** Form data of `treemap` had one tree per metric; the first metric is used. */
const treemap: FormMigration = {
  name: 'treemap',
  applies: ({ viz_type }) => viz_type === 'treemap',
  migrate(form) {
    const own = asMetric(form.metric) ?? listOf<unknown>(form.metrics).map(asMetric).find(Boolean) ?? null
    return { ...withoutKeys(form, 'metrics'), viz_type: 'treemap_v2', metric: own, sort_by_metric: true }
  },
}

/** The label type "Key" is capitalized in current form data. */
const key: FormMigration = {
  name: 'key',
  applies: ({ label_type }) => label_type === 'key',
  migrate: (form) => ({ ...form, label_type: 'Key' }),
}

const setOldDefaults = setMissingKeys(() => ({ row_limit: null, sort_by_metric: false }))

export const migrations: readonly FormMigration[] = [treemap, key, setOldDefaults]
