import type { FormMigration } from '#charts/chart.ts'
import { migrateNvd3 } from '#charts/shared/nvd3.ts'
import { timeseriesMigrations } from '#charts/shared/series/timeseries-migrations.ts'

/** Form data of the older `line` type. */
const line: FormMigration = {
  name: 'line',
  applies: ({ viz_type }) => viz_type === 'line',
  migrate: (form) => migrateNvd3(form, 'echarts_timeseries_line'),
}

export const migrations: readonly FormMigration[] = [line, ...timeseriesMigrations]
