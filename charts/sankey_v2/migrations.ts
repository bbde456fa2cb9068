import type { FormMigration } from '#charts/chart.ts'
import { filledIn, unsaid, without } from '#charts/shared/migration.ts'
import { listOf } from '#core/form/query-fields.ts'

/** Flows of the older kind: two dimensions, and the largest first. */
const sankey: FormMigration = {
  name: 'sankey',
  applies: ({ viz_type }) => viz_type === 'sankey',
  migrate(form) {
    const [source = null, target = null] = listOf<unknown>(form.groupby)
    const rest = without(form, 'groupby')
    return { ...filledIn(rest, { source, target, row_limit: null }), viz_type: 'sankey_v2', sort_by_metric: true }
  },
}

/** What says nothing of limit and order is asked without. */
const silence = unsaid(() => ({ row_limit: null, sort_by_metric: false }))

export const migrations: readonly FormMigration[] = [sankey, silence]
