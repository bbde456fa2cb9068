import type { FormMigration } from '#charts/chart.ts'
import { unsaid } from '#charts/shared/migration.ts'
import { mode } from '#charts/shared/rows/migrations.ts'

export const migrations: readonly FormMigration[] = [mode, unsaid(() => ({ row_limit: null, order_desc: false }))]
