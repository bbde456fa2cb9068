import type { FormMigration } from '#charts/chart.ts'
import { setMissingKeys } from '#charts/shared/migration.ts'

/** Older box plots distributed values across the time column, and bucketed it only if they had a time grain. */
const setOldDefaults = setMissingKeys(() => ({ time_grain_sqla: null }))

export const migrations: readonly FormMigration[] = [setOldDefaults]
