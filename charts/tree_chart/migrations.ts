import type { FormMigration } from '#charts/chart.ts'
import { unsaid } from '#charts/shared/migration.ts'

/** What says nothing of a limit is asked without. */
export const migrations: readonly FormMigration[] = [unsaid(() => ({ row_limit: null }))]
