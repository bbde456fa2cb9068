import type { FormMigration } from '#charts/chart.ts'
import { setMissingKeys } from '#charts/shared/migration.ts'

export const migrations: readonly FormMigration[] = [setMissingKeys(() => ({ row_limit: null }))]
