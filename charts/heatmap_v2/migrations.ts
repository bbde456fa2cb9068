import type { FormMigration } from '#charts/chart.ts'
import { renameFormKeys, setMissingKeys } from '#charts/shared/migration.ts'
import { listOf } from '#core/form/query-fields.ts'

const NAMES = {
  all_columns_x: 'x_axis',
  all_columns_y: 'groupby',
  show_perc: 'show_percentage',
  y_axis_bounds: 'value_bounds',
}

const firstOfList = (value: unknown): unknown => listOf<unknown>(value)[0] ?? null

/** Form data of `heatmap`, which used other keys for its axes. */
const heatmap: FormMigration = {
  name: 'heatmap',
  applies: ({ viz_type }) => viz_type === 'heatmap',
  migrate(form) {
    const own = renameFormKeys(form, NAMES)
    return {
      ...own,
      viz_type: 'heatmap_v2',
      x_axis: firstOfList(own['x_axis']),
      groupby: firstOfList(own.groupby),
    } as typeof form
  },
}

const setOldDefaults = setMissingKeys(() => ({ time_grain_sqla: null, row_limit: null }))

export const migrations: readonly FormMigration[] = [heatmap, setOldDefaults]
