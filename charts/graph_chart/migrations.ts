import type { FormMigration } from '#charts/chart.ts'
import { filledIn, unsaid, without } from '#charts/shared/migration.ts'
import { listOf } from '#core/form/query-fields.ts'

const SHORTEST = 100
const LONGEST = 1000

/** The length of links, as close as it is offered. */
function lengthOf(value: unknown): { readonly edgeLength?: number } {
  const length = Number(value)
  return length > 0 ? { edgeLength: Math.min(LONGEST, Math.max(SHORTEST, length)) } : {}
}

/** Graphs of the older kind: two dimensions, always laid out by force, without arrows. */
const directedForce: FormMigration = {
  name: 'directed_force',
  applies: ({ viz_type }) => viz_type === 'directed_force',
  migrate(form) {
    const [source = null, target = null] = listOf<unknown>(form.groupby)
    const said = { source, target, row_limit: null, layout: 'force', ...lengthOf(form['link_length']) }
    return { ...filledIn(without(form, 'groupby', 'link_length'), said), viz_type: 'graph_chart' }
  },
}

/** What says nothing of a limit is asked without. */
const silence = unsaid(() => ({ row_limit: null }))

export const migrations: readonly FormMigration[] = [directedForce, silence]
