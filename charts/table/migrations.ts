import type { FormMigration } from '#charts/chart.ts'
import { setMissingKeys } from '#charts/shared/migration.ts'
import { queryModeMigration } from '#charts/shared/rows/migrations.ts'

/** In forms without a base, percentages are shares of the displayed rows, as in Superset 2.0. */
const meanings = { row_limit: null, order_desc: false, percent_metric_calculation: 'row_limit' }

export const migrations: readonly FormMigration[] = [queryModeMigration, setMissingKeys(() => meanings)]
