import type { FormMigration } from '#charts/chart.ts'
import { unsaid } from '#charts/shared/migration.ts'

const silence = unsaid(() => ({ row_limit: null }))

export const migrations: readonly FormMigration[] = [silence]
