import type { FormMigration } from '#charts/chart.ts'
import { withMissingKeys, renameFormKeys, setMissingKeys, withoutKeys } from '#charts/shared/migration.ts'
import { aggregateOf } from './legacy-aggregates.ts'

const NAMES: Readonly<Record<string, string>> = {
  groupby: 'groupbyRows',
  columns: 'groupbyColumns',
  transpose_pivot: 'transposePivot',
  combine_metric: 'combineMetric',
  number_format: 'valueFormat',
  timeseries_limit_metric: 'series_limit_metric',
  limit: 'series_limit',
}

/** Form data of `pivot_table`: margins become totals of both sides. */
const pivotTable: FormMigration = {
  name: 'pivot_table',
  applies: ({ viz_type }) => viz_type === 'pivot_table',
  migrate(form) {
    const { pandas_aggfunc: aggregate, pivot_margins: margins } = form
    const named = renameFormKeys(withoutKeys(form, 'pandas_aggfunc', 'pivot_margins'), NAMES)
    const newForm = {
      ...(margins === true ? { rowTotals: true, colTotals: true } : {}),
      ...(aggregate === undefined ? {} : { aggregateFunction: aggregateOf(aggregate) }),
    }
    return { ...withMissingKeys(named, newForm), viz_type: 'pivot_table_v2' }
  },
}

export const migrations: readonly FormMigration[] = [
  pivotTable,
  setMissingKeys(() => ({ time_grain_sqla: null, row_limit: null })),
]
