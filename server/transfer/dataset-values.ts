import type { Dataset, DatasetColumnDraft, DatasetMetricDraft } from '#core/entity/dataset.ts'
import type { Ground } from '#server/data/ground.ts'
import type { DatasetFile } from './files.ts'
import { toText } from './writer.ts'

/** What the file of a dataset says, as the store takes it. */
export type DatasetValues = ReturnType<typeof datasetValues>

/** Columns and metrics keep their ids by name, so that what refers to them stays true. */
export function datasetValues(file: DatasetFile, database_id: number, known: Dataset | undefined) {
  const ground: Ground = {
    database_id,
    table_name: file.table_name,
    schema: file.schema ?? null,
    catalog: file.catalog ?? null,
    sql: file.sql?.trim() ? file.sql : null,
    template_params: toText(file.template_params),
  }
  return {
    ...ground,
    main_dttm_col: file.main_dttm_col ?? null,
    description: file.description ?? null,
    default_endpoint: file.default_endpoint ?? null,
    offset: file.offset ?? 0,
    cache_timeout: file.cache_timeout ?? null,
    params: toText(file.params),
    filter_select_enabled: file.filter_select_enabled ?? true,
    fetch_values_predicate: file.fetch_values_predicate ?? null,
    extra: toText(file.extra),
    normalize_columns: file.normalize_columns ?? false,
    always_filter_main_dttm: file.always_filter_main_dttm ?? false,
    is_managed_externally: file.is_managed_externally ?? false,
    external_url: file.external_url ?? null,
    ...(file.columns ? { columns: columnsOf(file.columns, known) } : {}),
    ...(file.metrics ? { metrics: metricsOf(file.metrics, known) } : {}),
  }
}

function columnsOf(columns: NonNullable<DatasetFile['columns']>, known: Dataset | undefined): DatasetColumnDraft[] {
  const ids = new Map(known?.columns.map(({ column_name, id }) => [column_name, id]))
  return merged(columns, 'column_name').map((column) => ({
    ...withId(ids.get(column.column_name)),
    ...(column.uuid ? { uuid: column.uuid } : {}),
    column_name: column.column_name,
    verbose_name: column.verbose_name ?? null,
    description: column.description ?? null,
    expression: column.expression || null,
    type: column.type ?? null,
    advanced_data_type: column.advanced_data_type ?? null,
    is_dttm: column.is_dttm ?? false,
    is_active: column.is_active ?? true,
    groupby: column.groupby ?? true,
    filterable: column.filterable ?? true,
    python_date_format: column.python_date_format ?? null,
    extra: toText(column.extra),
  }))
}

function metricsOf(metrics: NonNullable<DatasetFile['metrics']>, known: Dataset | undefined): DatasetMetricDraft[] {
  const ids = new Map(known?.metrics.map(({ metric_name, id }) => [metric_name, id]))
  return merged(metrics, 'metric_name').map((metric) => ({
    ...withId(ids.get(metric.metric_name)),
    ...(metric.uuid ? { uuid: metric.uuid } : {}),
    metric_name: metric.metric_name,
    expression: metric.expression,
    verbose_name: metric.verbose_name ?? null,
    description: metric.description ?? null,
    metric_type: metric.metric_type ?? null,
    d3format: metric.d3format ?? null,
    currency: toText(metric.currency),
    warning_text: metric.warning_text ?? null,
    extra: toText(metric.extra),
  }))
}

/** Files may name one thing twice: it is one, in the first place, and what is said last holds. */
function merged<Key extends string, Part extends Readonly<Record<Key, string>>>(
  parts: readonly Part[],
  key: Key,
): readonly Part[] {
  const found = new Map<string, Part>()
  for (const part of parts) found.set(part[key], { ...found.get(part[key]), ...part })
  return [...found.values()]
}

function withId(id: number | undefined): { readonly id?: number } {
  return id === undefined ? {} : { id }
}
