import type { FormMigration } from '#charts/chart.ts'
import { unsaid } from '#charts/shared/migration.ts'

/** Clouds of old kept the order of the answer where they said nothing of one. */
const silence = unsaid(() => ({ row_limit: null, sort_by_metric: false }))

export const migrations: readonly FormMigration[] = [silence]
