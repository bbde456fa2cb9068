import type { FormMigration } from '#charts/chart.ts'
import { withMissingKeys, renameFormKeys, setMissingKeys } from '#charts/shared/migration.ts'

/** Form data of `sunburst`: its levels become dimensions, largest parts first, at the full radius. */
const sunburst: FormMigration = {
  name: 'sunburst',
  applies: ({ viz_type }) => viz_type === 'sunburst',
  migrate: (form) => ({
    ...withMissingKeys(renameFormKeys(form, { groupby: 'columns' }), { sort_by_metric: true, outerRadius: 100 }),
    viz_type: 'sunburst_v2',
  }),
}

const setOldDefaults = setMissingKeys(() => ({ row_limit: null, sort_by_metric: false }))

export const migrations: readonly FormMigration[] = [sunburst, setOldDefaults]
