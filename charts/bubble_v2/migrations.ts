import type { FormMigration } from '#charts/chart.ts'
import { withMissingKeys, renameFormKeys, setMissingKeys } from '#charts/shared/migration.ts'
import { listOf } from '#core/form/query-fields.ts'

const NAMES = {
  limit: 'row_limit',
  x_axis_format: 'xAxisFormat',
  x_log_scale: 'logXAxis',
  y_log_scale: 'logYAxis',
}

/** Form data of `bubble`: its axis options, and its limit, which was named like a series limit. */
const bubble: FormMigration = {
  name: 'bubble',
  applies: ({ viz_type }) => viz_type === 'bubble',
  migrate(form) {
    const newForm = {
      ...(form['x_ticks_layout'] === '45°' ? { xAxisLabelRotation: 45 } : {}),
      ...(listOf<unknown>(form['y_axis_bounds']).length > 0 ? { truncateYAxis: true } : {}),
    }
    return { ...withMissingKeys(renameFormKeys(form, NAMES), newForm), viz_type: 'bubble_v2' }
  },
}

const setOldDefaults = setMissingKeys(() => ({ row_limit: null }))

export const migrations: readonly FormMigration[] = [bubble, setOldDefaults]
