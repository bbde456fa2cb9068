import type { FormMigration } from '#charts/chart.ts'
import { unsaid } from '#charts/shared/migration.ts'

/** Plots of old had a time column for what boxes are distributed across, in buckets where they said so. */
const silence = unsaid(() => ({ time_grain_sqla: null }))

export const migrations: readonly FormMigration[] = [silence]
