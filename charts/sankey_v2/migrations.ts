import type { FormMigration } from '#charts/chart.ts'
import { withMissingKeys, setMissingKeys, withoutKeys } from '#charts/shared/migration.ts'
import { listOf } from '#core/form/query-fields.ts'

/** Form data of `sankey`: two dimensions, largest flows first. */
const sankey: FormMigration = {
  name: 'sankey',
  applies: ({ viz_type }) => viz_type === 'sankey',
  migrate(form) {
    const [source = null, target = null] = listOf<unknown>(form.groupby)
    const rest = withoutKeys(form, 'groupby')
    return {
      ...withMissingKeys(rest, { source, target, row_limit: null }),
      viz_type: 'sankey_v2',
      sort_by_metric: true,
    }
  },
}

/** Older forms without a limit and an order have neither. */
const setOldDefaults = setMissingKeys(() => ({ row_limit: null, sort_by_metric: false }))

export const migrations: readonly FormMigration[] = [sankey, setOldDefaults]
