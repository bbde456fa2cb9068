import { localNumber } from '#core/format/locale.ts'
import { optionalNumber, optionalInteger, requiredNumber } from './validators.ts'
import type { AdhocFilter } from '#core/filter/adhoc-filter.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'
import type { Choice, ColumnInfo, Control, ControlContext } from '#controls/control.ts'

const asChoices = (values: readonly (string | number)[]): readonly Choice[] =>
  values.map((value) => ({ value, label: typeof value === 'number' ? localNumber.format(value) : value }))

const ROW_LIMITS = asChoices([10, 50, 100, 250, 500, 1000, 5000, 10000, 50000])
const SERIES_LIMITS = asChoices([5, 10, 25, 50, 100, 500])

/** A limit that was selected or typed; null and empty text mean no limit. */
export type Limit = number | string | null

/** Overrides of a chart type for a shared control. */
export type ControlOverrides = Partial<Omit<Control, 'type' | 'name'>>

/** A single function, so that controls of different chart types compare as equal. */
const isGroupable = (column: ColumnInfo): boolean => column.groupby !== false

/** The metrics of a chart; at least one. */
export const metrics = (own: ControlOverrides = {}) =>
  ({
    type: 'metric',
    name: 'metrics',
    label: 'Metrics',
    description: 'One or many metrics to display',
    affects: 'query',
    multi: true,
    required: true,
    ...own,
  }) as Control<'metrics', readonly QueryMetric[] | undefined>

/** The single metric of a chart. */
export const metric = (own: ControlOverrides = {}) =>
  ({
    type: 'metric',
    name: 'metric',
    label: 'Metric',
    affects: 'query',
    required: true,
    ...own,
  }) as Control<'metric', QueryMetric | null | undefined>

/** The dimensions of a chart. */
export const groupby = (own: ControlOverrides = {}) =>
  ({
    type: 'column',
    name: 'groupby',
    label: 'Dimensions',
    description: 'Columns to group by',
    affects: 'query',
    multi: true,
    default: [],
    columnFilter: isGroupable,
    ...own,
  }) as Control<'groupby', readonly QueryColumn[]>

/** A single dimension with any key. */
export const dimensionOf = <const N extends string>(name: N, label: string, own: ControlOverrides = {}) =>
  ({
    type: 'column',
    name,
    label,
    affects: 'query',
    columnFilter: isGroupable,
    ...own,
  }) as Control<N, QueryColumn | null | undefined>

/** Dimensions with any key. */
export const dimensionsOf = <const N extends string>(name: N, label: string, own: ControlOverrides = {}) =>
  ({
    type: 'column',
    name,
    label,
    affects: 'query',
    multi: true,
    default: [],
    columnFilter: isGroupable,
    ...own,
  }) as Control<N, readonly QueryColumn[]>

/** A single metric with any key. */
export const metricNamed = <const N extends string>(name: N, label: string, own: ControlOverrides = {}) =>
  ({ type: 'metric', name, label, affects: 'query', ...own }) as Control<N, QueryMetric | null | undefined>

/** Returns the label of the time column, which is the default x axis. */
export function shownTimeColumn({ dataset, form }: ControlContext): string | undefined {
  const name = form.granularity_sqla
  if (typeof name !== 'string' || name === '') return undefined
  const column = dataset.columns.find((each) => each.column_name === name)
  return t('%s (time column)', column?.verbose_name || name)
}

/** The x axis; without a value, the time column is used. */
export const xAxis = (own: ControlOverrides = {}) =>
  ({
    type: 'column',
    name: 'x_axis',
    label: 'X-axis',
    description: 'Dimension of the x-axis. Empty takes the time column.',
    affects: 'query',
    counts: shownTimeColumn,
    ...own,
  }) as Control<'x_axis', QueryColumn | null | undefined>

/** Filters on rows. */
export const adhocFilters = (own: ControlOverrides = {}) =>
  ({
    type: 'adhoc_filter',
    name: 'adhoc_filters',
    label: 'Filters',
    affects: 'query',
    multi: true,
    default: [],
    ...own,
  }) as Control<'adhoc_filters', readonly AdhocFilter[]>

/** The maximum number of rows. */
export const rowLimit = (own: ControlOverrides = {}) =>
  ({
    type: 'select',
    name: 'row_limit',
    label: 'Row limit',
    affects: 'query',
    freeForm: true,
    default: 10000,
    choices: ROW_LIMITS,
    validators: [optionalInteger],
    ...own,
  }) as Control<'row_limit', Limit>

/** The maximum number of series, ranked by the sort metric. */
export const seriesLimit = (own: ControlOverrides = {}) =>
  ({
    type: 'select',
    name: 'limit',
    label: 'Series limit',
    description: 'Only the series that rank highest by the sort metric are shown',
    affects: 'query',
    freeForm: true,
    choices: SERIES_LIMITS,
    validators: [optionalInteger],
    ...own,
  }) as Control<'limit', Limit | undefined>

/** The metric that ranks series and rows. */
export const sortMetric = (own: ControlOverrides = {}) =>
  ({
    type: 'metric',
    name: 'timeseries_limit_metric',
    label: 'Sort by',
    affects: 'query',
    ...own,
  }) as Control<'timeseries_limit_metric', QueryMetric | null | undefined>

/** The direction of the ranking. */
export const orderDesc = (own: ControlOverrides = {}) =>
  ({
    type: 'checkbox',
    name: 'order_desc',
    label: 'Sort Descending',
    affects: 'query',
    default: true,
    ...own,
  }) as Control<'order_desc', boolean>

/** A required number. */
export const strictNumberOf = <const N extends string>(name: N, label: string, own: ControlOverrides = {}) =>
  numberOf(name, label, { validators: [requiredNumber], ...own })

/** An optional number. */
export const numberOf = <const N extends string>(name: N, label: string, own: ControlOverrides = {}) =>
  ({
    type: 'number',
    name,
    label,
    affects: 'picture',
    validators: [optionalNumber],
    ...own,
  }) as Control<N, number | string | null | undefined>

/** A number within a range, set with a slider. */
export const sliderOf = <const N extends string>(name: N, label: string, own: ControlOverrides = {}) =>
  ({
    type: 'slider',
    name,
    label,
    affects: 'picture',
    ...own,
  }) as Control<N, number>
