import type { Dataset, DatasetColumnDraft, DatasetDraft, DatasetMetricDraft } from '#core/entity/dataset.ts'
import type { DatasetFile } from './files.ts'
import { decide, type Importing, newOwners, toText } from './writer.ts'

/** Writes one dataset of a bundle into a database; answers with its id. */
export async function importDataset(
  importing: Importing,
  path: string,
  file: DatasetFile,
  databaseId: number,
): Promise<number> {
  const { store, actor } = importing
  const known = await findDataset(importing, file, databaseId)
  const decision = decide(importing, 'dataset', path, known)
  if (known && decision === 'keep') return known.id
  const values = toValues(file, databaseId, known)
  if (!known) {
    const draft: DatasetDraft = { ...values, uuid: file.uuid, owners: newOwners(importing) }
    return (await store.datasets.create(draft, actor)).id
  }
  if (known.deleted_at !== null) await store.datasets.restore(known.id, actor)
  return (await store.datasets.update(known.id, values, actor)).id
}

/** By uuid; else the dataset that already stands on the same table. */
async function findDataset({ store }: Importing, file: DatasetFile, databaseId: number): Promise<Dataset | undefined> {
  const byUuid = await store.datasets.getByUuid(file.uuid, { deleted: true })
  if (byUuid) return byUuid
  return store.datasets.find({
    and: [
      { col: 'database_id', op: 'eq', value: databaseId },
      { col: 'schema', op: 'eq', value: file.schema ?? null },
      { col: 'table_name', op: 'eq', value: file.table_name },
    ],
  })
}

/** Columns and metrics keep their ids by name, so that what refers to them stays true. */
function toValues(file: DatasetFile, database_id: number, known: Dataset | undefined) {
  const columnIds = new Map(known?.columns.map(({ column_name, id }) => [column_name, id]))
  const metricIds = new Map(known?.metrics.map(({ metric_name, id }) => [metric_name, id]))
  const withId = (id: number | undefined) => (id === undefined ? {} : { id })
  const columns = file.columns?.map(
    (column): DatasetColumnDraft => ({
      ...withId(columnIds.get(column.column_name)),
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
    }),
  )
  const metrics = file.metrics?.map(
    (metric): DatasetMetricDraft => ({
      ...withId(metricIds.get(metric.metric_name)),
      metric_name: metric.metric_name,
      expression: metric.expression,
      verbose_name: metric.verbose_name ?? null,
      description: metric.description ?? null,
      metric_type: metric.metric_type ?? null,
      d3format: metric.d3format ?? null,
      currency: toText(metric.currency),
      warning_text: metric.warning_text ?? null,
      extra: toText(metric.extra),
    }),
  )
  return {
    database_id,
    table_name: file.table_name,
    schema: file.schema ?? null,
    catalog: file.catalog ?? null,
    sql: file.sql || null,
    main_dttm_col: file.main_dttm_col ?? null,
    description: file.description ?? null,
    default_endpoint: file.default_endpoint ?? null,
    offset: file.offset ?? 0,
    cache_timeout: file.cache_timeout ?? null,
    params: toText(file.params),
    template_params: toText(file.template_params),
    filter_select_enabled: file.filter_select_enabled ?? true,
    fetch_values_predicate: file.fetch_values_predicate ?? null,
    extra: toText(file.extra),
    normalize_columns: file.normalize_columns ?? false,
    always_filter_main_dttm: file.always_filter_main_dttm ?? false,
    is_managed_externally: file.is_managed_externally ?? false,
    external_url: file.external_url ?? null,
    ...(columns ? { columns } : {}),
    ...(metrics ? { metrics } : {}),
  }
}
