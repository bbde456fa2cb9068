import type { FormMigration } from '#charts/chart.ts'
import { setMissingKeys } from '#charts/shared/migration.ts'

/** Older forms without a sort order keep the result order. */
const setOldDefaults = setMissingKeys(() => ({ row_limit: null, sort_by_metric: false }))

export const migrations: readonly FormMigration[] = [setOldDefaults]
