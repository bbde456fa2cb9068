import type { FormMigration } from '#charts/chart.ts'
import { unsaid } from '#charts/shared/migration.ts'

/** A gauge that says nothing of an order has that of the answer. */
const silence = unsaid(() => ({ row_limit: null, sort_by_metric: false }))

export const migrations: readonly FormMigration[] = [silence]
