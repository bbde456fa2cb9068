import {
  type Dataset,
  type DatasetColumnDraft,
  type DatasetMetricDraft,
  datasetColumnFields,
  datasetMetricFields,
  datasetEntity,
} from '#core/entity/dataset.ts'
import type { DatasetSource } from '#server/data/plan/dataset-source.ts'
import { type DatasetFile, valuesOf } from './files.ts'
import { toText } from './json-text.ts'

/** The values of a dataset file in the form of the store. */
export type DatasetValues = ReturnType<typeof datasetValues>

/**
 * Returns the values of a dataset file. Columns and metrics keep their ids by name, so that references remain valid.
 */
export function datasetValues(file: DatasetFile, database_id: number, existing: Dataset | undefined) {
  const source: DatasetSource = {
    database_id,
    table_name: file.table_name,
    schema: file.schema ?? null,
    catalog: file.catalog ?? null,
    sql: file.sql?.trim() ? file.sql : null,
    template_params: toText(file.template_params),
  }
  return {
    ...valuesOf(datasetEntity.fields, file),
    ...source,
    unknown_keys: toText(file.unknown),
    ...(file.columns ? { columns: columnsOf(file.columns, existing) } : {}),
    ...(file.metrics ? { metrics: metricsOf(file.metrics, existing) } : {}),
  }
}

function columnsOf(columns: NonNullable<DatasetFile['columns']>, existing: Dataset | undefined): DatasetColumnDraft[] {
  const ids = new Map(existing?.columns.map(({ column_name, id }) => [column_name, id]))
  return mergeDuplicates(columns, 'column_name').map((column) => ({
    ...withId(ids.get(column.column_name)),
    ...(column.uuid ? { uuid: column.uuid } : {}),
    column_name: column.column_name,
    ...valuesOf(datasetColumnFields, column),
    expression: column.expression || null,
  }))
}

function metricsOf(metrics: NonNullable<DatasetFile['metrics']>, existing: Dataset | undefined): DatasetMetricDraft[] {
  const ids = new Map(existing?.metrics.map(({ metric_name, id }) => [metric_name, id]))
  return mergeDuplicates(metrics, 'metric_name').map((metric) => ({
    ...withId(ids.get(metric.metric_name)),
    ...(metric.uuid ? { uuid: metric.uuid } : {}),
    metric_name: metric.metric_name,
    expression: metric.expression,
    ...valuesOf(datasetMetricFields, metric),
  }))
}

/** Merges duplicates in a file: the first position and the last values win. */
function mergeDuplicates<Key extends string, Part extends Readonly<Record<Key, string>>>(
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
