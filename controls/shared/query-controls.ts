import { aNumber, anInteger, aStrictNumber } from './validators.ts'
import { t } from '#core/text/t.ts'
import type { Choice, Control, ControlContext } from '#controls/control.ts'

const asChoices = (values: readonly (string | number)[]): readonly Choice[] =>
  values.map((value) => ({ value, label: typeof value === 'number' ? value.toLocaleString('en-US') : value }))

const ROW_LIMITS = asChoices([10, 50, 100, 250, 500, 1000, 5000, 10000, 50000])
const SERIES_LIMITS = asChoices([5, 10, 25, 50, 100, 500])

/** What a chart type says about a control it asks for, over what is usual. */
export type Own = Partial<Omit<Control, 'type' | 'name'>>

/** The metrics of a chart; at least one. */
export const metrics = (own: Own = {}): Control => ({
  type: 'metric',
  name: 'metrics',
  label: 'Metrics',
  description: 'One or many metrics to display',
  affects: 'query',
  multi: true,
  required: true,
  ...own,
})

/** The one metric of a chart. */
export const metric = (own: Own = {}): Control => ({
  type: 'metric',
  name: 'metric',
  label: 'Metric',
  affects: 'query',
  required: true,
  ...own,
})

/** The dimensions of a chart. */
export const groupby = (own: Own = {}): Control => ({
  type: 'column',
  name: 'groupby',
  label: 'Dimensions',
  description: 'Columns to group by',
  affects: 'query',
  multi: true,
  default: [],
  columnFilter: (column) => column.groupby !== false,
  ...own,
})

/** The time column by the name people read, for the x axis that is it. */
function timeColumnShown({ dataset, form }: ControlContext): string | undefined {
  const name = form.granularity_sqla
  if (typeof name !== 'string' || name === '') return undefined
  const column = dataset.columns.find((each) => each.column_name === name)
  return t('%s (time column)', column?.verbose_name || name)
}

/** The x axis of the newer forms; without it time comes from the time column. */
export const xAxis = (own: Own = {}): Control => ({
  type: 'column',
  name: 'x_axis',
  label: 'X-axis',
  description: 'Dimension of the x-axis. Empty takes the time column.',
  affects: 'query',
  counts: timeColumnShown,
  ...own,
})

/** Conditions on the rows. */
export const adhocFilters = (own: Own = {}): Control => ({
  type: 'adhoc_filter',
  name: 'adhoc_filters',
  label: 'Filters',
  affects: 'query',
  multi: true,
  default: [],
  ...own,
})

/** How many rows at most. */
export const rowLimit = (own: Own = {}): Control => ({
  type: 'select',
  name: 'row_limit',
  label: 'Row limit',
  affects: 'query',
  freeForm: true,
  default: 10000,
  choices: ROW_LIMITS,
  validators: [anInteger],
  ...own,
})

/** How many series at most, ranked by the sort metric. */
export const seriesLimit = (own: Own = {}): Control => ({
  type: 'select',
  name: 'limit',
  label: 'Series limit',
  description: 'Only the series that rank highest by the sort metric are shown',
  affects: 'query',
  freeForm: true,
  choices: SERIES_LIMITS,
  validators: [anInteger],
  ...own,
})

/** What ranks series and rows. */
export const sortMetric = (own: Own = {}): Control => ({
  type: 'metric',
  name: 'timeseries_limit_metric',
  label: 'Sort by',
  affects: 'query',
  ...own,
})

/** The direction of the ranking. */
export const orderDesc = (own: Own = {}): Control => ({
  type: 'checkbox',
  name: 'order_desc',
  label: 'Sort Descending',
  affects: 'query',
  default: true,
  ...own,
})

/** A number that must not be left empty. */
export const strictNumberOf = (name: string, label: string, own: Own = {}): Control =>
  numberOf(name, label, { validators: [aStrictNumber], ...own })

/** A number that may be left empty. */
export const numberOf = (name: string, label: string, own: Own = {}): Control => ({
  type: 'number',
  name,
  label,
  affects: 'picture',
  validators: [aNumber],
  ...own,
})
