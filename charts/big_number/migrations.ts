import type { FormMigration } from '#charts/chart.ts'
import { unsaid } from '#charts/shared/migration.ts'

export const migrations: readonly FormMigration[] = [unsaid(() => ({ time_grain_sqla: null, rolling_periods: 1 }))]
