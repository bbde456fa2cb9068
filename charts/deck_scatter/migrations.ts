import type { FormMigration } from '#charts/chart.ts'
import { unsaid } from '#charts/shared/migration.ts'

export const migrations: readonly FormMigration[] = [unsaid(() => ({ row_limit: null }))]
