import type { FormMigration } from '#charts/chart.ts'
import { ofNvd3 } from '#charts/shared/nvd3.ts'
import { timeseriesMigrations } from '#charts/shared/series/timeseries-migrations.ts'

/** Form data of the older `line` type. */
const line: FormMigration = {
  name: 'line',
  applies: ({ viz_type }) => viz_type === 'line',
  migrate: (form) => ofNvd3(form, 'echarts_timeseries_line'),
}

export const migrations: readonly FormMigration[] = [line, ...timeseriesMigrations]
