import type { FormMigration } from '#charts/chart.ts'
import { partLabels } from '#charts/shared/controls/part-label.ts'
import { unsaid } from '#charts/shared/migration.ts'

/** Labels were numbers once, in the order in which they are still offered. */
const labels: FormMigration = {
  name: 'labels',
  applies: ({ label_type }) => typeof label_type === 'number' || /^[0-6]$/.test(String(label_type)),
  migrate: (form) => ({ ...form, label_type: partLabels[Number(form['label_type'])] ?? 'key' }),
}

/** Percentages were of the sum of all steps, and the answer stood in its own order without a limit. */
const silence = unsaid(() => ({ row_limit: null, sort_by_metric: false, percent_calculation_type: 'total' }))

export const migrations: readonly FormMigration[] = [labels, silence]
