import type { FormMigration } from '#charts/chart.ts'
import { partLabels } from '#charts/shared/controls/part-label.ts'
import { setMissingKeys } from '#charts/shared/migration.ts'

/** Older forms store the label type as a number, in the order of today's choices. */
const labels: FormMigration = {
  name: 'labels',
  applies: ({ label_type }) => typeof label_type === 'number' || /^[0-6]$/.test(String(label_type)),
  migrate: (form) => ({ ...form, label_type: partLabels[Number(form['label_type'])] ?? 'key' }),
}

/** Older forms computed percentages of the total, kept the result order and had no limit. */
const setOldDefaults = setMissingKeys(() => ({
  row_limit: null,
  sort_by_metric: false,
  percent_calculation_type: 'total',
}))

export const migrations: readonly FormMigration[] = [labels, setOldDefaults]
