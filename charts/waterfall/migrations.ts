import type { FormMigration } from '#charts/chart.ts'
import { setMissingKeys } from '#charts/shared/migration.ts'

const setOldDefaults = setMissingKeys(() => ({ time_grain_sqla: null, row_limit: null }))

export const migrations: readonly FormMigration[] = [setOldDefaults]
