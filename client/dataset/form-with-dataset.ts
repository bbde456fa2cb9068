import type { FormData } from '#core/form/form-data.ts'
import { COLUMN_KEYS, METRIC_KEYS, PIVOT_DIMENSION_KEYS } from '#core/form/query-fields.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'

/** Form keys with columns besides those of queries: the rows and columns of pivot tables, the axis of time series. */
const COLUMNS = [...COLUMN_KEYS, ...PIVOT_DIMENSION_KEYS, 'x_axis']
const METRICS = [...METRIC_KEYS, 'timeseries_limit_metric']

type IsValidValue = (value: unknown) => boolean

const nameIn =
  (names: ReadonlySet<string>): IsValidValue =>
  (value) =>
    typeof value !== 'string' || names.has(value)

/** Accepts saved metrics of the dataset and metrics on its columns. SQL is always accepted. */
function fitsMetric(metrics: ReadonlySet<string>, columns: ReadonlySet<string>): IsValidValue {
  return (value) => {
    if (typeof value === 'string') return metrics.has(value)
    const { expressionType, column } = (value ?? {}) as { expressionType?: unknown; column?: { column_name?: unknown } }
    return expressionType !== 'SIMPLE' || columns.has(String(column?.column_name))
  }
}

/** Removes what does not fit: list items are dropped, a single value becomes undefined. */
function keepValidValues(value: unknown, fits: IsValidValue): unknown {
  if (Array.isArray(value)) return value.every(fits) ? value : value.filter(fits)
  return value === null || value === undefined || fits(value) ? value : null
}

/**
 * Returns the time column of a form on this dataset: the current one if it is temporal there, else the first temporal
 * column.
 */
export function timeColumnOf(current: unknown, dataset: Pick<DatasetResponse, 'columns'>): string | undefined {
  const temporal = (dataset.columns ?? []).filter(({ is_dttm }) => is_dttm).map(({ column_name }) => column_name)
  return typeof current === 'string' && temporal.includes(current) ? current : temporal[0]
}

/**
 * Returns the form for another dataset. Metrics, columns and filters that exist there are kept. The time column is
 * reset if it is not temporal there.
 */
export function withDataset(form: FormData, dataset: DatasetResponse): FormData {
  const columns = new Set((dataset.columns ?? []).map(({ column_name }) => column_name))
  const metrics = new Set((dataset.metrics ?? []).map(({ metric_name }) => metric_name))
  const isMetric = fitsMetric(metrics, columns)
  const isFilter: IsValidValue = (filter) => {
    const { expressionType, subject } = (filter ?? {}) as { expressionType?: unknown; subject?: unknown }
    return expressionType === 'SQL' || typeof subject !== 'string' || columns.has(subject) || metrics.has(subject)
  }
  const next: Record<string, unknown> = { ...form, datasource: `${dataset.id}__table` }
  const keep = (names: readonly string[], fits: IsValidValue) => {
    for (const name of names) if (Object.hasOwn(next, name)) next[name] = keepValidValues(next[name], fits)
  }
  keep(METRICS, isMetric)
  keep(COLUMNS, nameIn(columns))
  keep(['adhoc_filters'], isFilter)
  const time = timeColumnOf(form.granularity_sqla, dataset)
  if (time === undefined) delete next['granularity_sqla']
  else next['granularity_sqla'] = time
  return next as FormData
}
