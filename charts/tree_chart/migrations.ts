import type { FormMigration } from '#charts/chart.ts'
import { unsaid } from '#charts/shared/migration.ts'

/** Older forms without a limit have none. */
export const migrations: readonly FormMigration[] = [unsaid(() => ({ row_limit: null }))]
