import type { FormMigration } from '#charts/chart.ts'
import { setMissingKeys } from '#charts/shared/migration.ts'

/** Older forms without a limit have none. */
export const migrations: readonly FormMigration[] = [setMissingKeys(() => ({ row_limit: null }))]
