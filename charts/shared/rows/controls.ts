import type { Control } from '#controls/control.ts'
import { metrics } from '#controls/shared/query-controls.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'

/** `raw` shows stored rows, `aggregate` one row per combination of dimensions. */
type RowsMode = 'raw' | 'aggregate'

const inMode =
  (mode: RowsMode) =>
  (form: FormData): boolean =>
    form['query_mode'] === mode

/** For controls that apply only to aggregated rows. */
export const aggregate = { visible: inMode('aggregate') }

/** For controls that apply only to raw rows. */
const raw = { visible: inMode('raw') }

/** The query mode: raw or aggregated. */
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

/** Metrics shown as percentages. */
export const percentages: Control<'percent_metrics', readonly QueryMetric[]> = {
  ...metrics({ ...aggregate, label: 'Percentage metrics', required: false }),
  name: 'percent_metrics',
  description: 'Shown as shares of their total',
  default: [],
}

/** The columns of raw rows. */
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

/** The sort columns of raw rows. */
export const rawOrder: Control<'order_by_cols', readonly string[]> = {
  type: 'order_by_columns',
  name: 'order_by_cols',
  label: 'Ordering',
  affects: 'query',
  multi: true,
  default: [],
  ...raw,
}
