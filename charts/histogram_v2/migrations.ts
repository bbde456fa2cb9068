import type { FormMigration } from '#charts/chart.ts'
import { withMissingKeys, renameFormKeys, setMissingKeys, withoutKeys } from '#charts/shared/migration.ts'
import { asColumn, listOf } from '#core/form/query-fields.ts'

const NAMES = {
  link_length: 'bins',
  x_axis_label: 'x_axis_title',
  y_axis_label: 'y_axis_title',
  normalized: 'normalize',
}

/**
 * Form data of `histogram` could have several columns, of which the first is used. Its number of bins was a text, with
 * a default of 10.
 */
const histogram: FormMigration = {
  name: 'histogram',
  applies: ({ viz_type }) => viz_type === 'histogram',
  migrate(form) {
    const [column] = listOf<unknown>(form['all_columns_x']).flatMap((each) => asColumn(each) ?? [])
    const own = renameFormKeys(withoutKeys(form, 'all_columns_x'), NAMES)
    const bins = Number(own['bins'])
    const known = { ...own, bins: Number.isInteger(bins) && bins > 0 ? bins : 10 }
    return { ...withMissingKeys(known, { column: column ?? null, show_legend: false }), viz_type: 'histogram_v2' }
  },
}

const setOldDefaults = setMissingKeys(() => ({ row_limit: null }))

export const migrations: readonly FormMigration[] = [histogram, setOldDefaults]
