import type { Control } from '#controls/control.ts'
import { metrics } from '#controls/shared/query-controls.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'

/** `raw` shows rows as they are stored, `aggregate` one row per combination of dimensions. */
type RowsMode = 'raw' | 'aggregate'

const inMode =
  (mode: RowsMode) =>
  (form: FormData): boolean =>
    form['query_mode'] === mode

/** Of controls that say something of aggregated rows alone. */
export const aggregate = { visible: inMode('aggregate') }

/** Of controls that say something of rows as they are stored alone. */
const raw = { visible: inMode('raw') }

/** Whether rows are aggregated. */
export const queryMode: Control<'query_mode', RowsMode> = {
  type: 'radio',
  name: 'query_mode',
  label: 'Query mode',
  affects: 'query',
  default: 'aggregate',
  choices: [
    { value: 'aggregate', label: 'Aggregate' },
    { value: 'raw', label: 'Raw records' },
  ],
}

/** Metrics shown as shares. */
export const percentages: Control<'percent_metrics', readonly QueryMetric[]> = {
  ...metrics({ ...aggregate, label: 'Percentage metrics', required: false }),
  name: 'percent_metrics',
  description: 'Shown as shares of their total',
  default: [],
}

/** The columns of rows as they are stored. */
export const rawColumns: Control<'all_columns', readonly QueryColumn[]> = {
  type: 'column',
  name: 'all_columns',
  label: 'Columns',
  affects: 'query',
  multi: true,
  required: true,
  default: [],
  ...raw,
}

/** What rows as they are stored are sorted by. */
export const rawOrder: Control<'order_by_cols', readonly string[]> = {
  type: 'order_by_columns',
  name: 'order_by_cols',
  label: 'Ordering',
  affects: 'query',
  multi: true,
  default: [],
  ...raw,
}
