import type { FormMigration } from '#charts/chart.ts'
import { withMissingKeys, setMissingKeys, withoutKeys } from '#charts/shared/migration.ts'
import { listOf } from '#core/form/query-fields.ts'

const SHORTEST = 100
const LONGEST = 1000

/** Returns a stored link length, clamped to the offered range. */
function lengthOf(value: unknown): { readonly edgeLength?: number } {
  const length = Number(value)
  return length > 0 ? { edgeLength: Math.min(LONGEST, Math.max(SHORTEST, length)) } : {}
}

/** Form data of `directed_force`: two dimensions, always a force layout, without arrows. */
const directedForce: FormMigration = {
  name: 'directed_force',
  applies: ({ viz_type }) => viz_type === 'directed_force',
  migrate(form) {
    const [source = null, target = null] = listOf<unknown>(form.groupby)
    const newForm = { source, target, row_limit: null, layout: 'force', ...lengthOf(form['link_length']) }
    return { ...withMissingKeys(withoutKeys(form, 'groupby', 'link_length'), newForm), viz_type: 'graph_chart' }
  },
}

/** Older forms without a limit have none. */
const setOldDefaults = setMissingKeys(() => ({ row_limit: null }))

export const migrations: readonly FormMigration[] = [directedForce, setOldDefaults]
