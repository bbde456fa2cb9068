import type { Database } from '#core/entity/database.ts'
import { currentFolders } from '#core/rest/dataset-folders-body.ts'
import {
  type Dataset,
  type DatasetColumn,
  type DatasetMetric,
  datasetKind,
  datasetEntity,
} from '#core/entity/dataset.ts'
import { hasCostEstimate } from './cost-estimates.ts'
import { genericType } from './generic-type.ts'
import { timeGrains } from '#core/time/grains.ts'
import { engineNamed } from '#server/engines/index.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { loadUsers, ownersOf } from './users-by-id.ts'
import { parseObject } from './present-slice.ts'
import { selectStar } from './select-star.ts'
import { presentFields } from './entity-resource.ts'

/** Returns a column in response form. */
export function presentColumn(column: DatasetColumn): Record<string, unknown> {
  const { certification, warning_markdown } = parseObject(column.extra)
  const { logical_type: _, ...shown } = column
  return {
    ...shown,
    created_on: printInstant(column.created_on),
    changed_on: printInstant(column.changed_on),
    type_generic: genericType(column),
    ...presentCertification(certification),
    warning_markdown: warning_markdown ?? null,
  }
}

/** Returns a metric in response form. */
export function presentMetric(metric: DatasetMetric): Record<string, unknown> {
  const { certification, warning_markdown } = parseObject(metric.extra)
  return {
    ...metric,
    label: metric.verbose_name || metric.metric_name,
    created_on: printInstant(metric.created_on),
    changed_on: printInstant(metric.changed_on),
    ...presentCertification(certification),
    warning_markdown: warning_markdown ?? null,
  }
}

function presentCertification(certification: unknown): Record<string, unknown> {
  const { certified_by, details } = (certification ?? {}) as Record<string, unknown>
  return {
    is_certified: certification !== undefined && certification !== null,
    certified_by: certified_by ?? null,
    certification_details: details ?? null,
  }
}

/** Returns the time grains of the dataset's database as `[code, label]`. */
function grainsOf(backend: string | undefined): readonly (readonly [string | null, string])[] {
  const grains = (backend && engineNamed(backend)?.dialect.grains) || {}
  return timeGrains
    .filter(({ code }) => code === null || Object.hasOwn(grains, code))
    .map(({ code, label }) => [code, label] as const)
}

/** Returns a SELECT of all columns; null if the engine is unknown. */
function starOf({ schema, table_name }: Dataset, database: Database | undefined): string | null {
  const engine = database && engineNamed(database.backend)
  return engine ? selectStar(engine.dialect, schema, table_name) : null
}

function presentDatabase(database: Database | undefined): Record<string, unknown> {
  return {
    id: database?.id ?? 0,
    name: database?.database_name ?? '',
    database_name: database?.database_name ?? '',
    backend: database?.backend ?? '',
    counts_at_once: (database && engineNamed(database.backend)?.dialect.countsAtOnce) ?? false,
    allows_subquery: true,
    allows_cost_estimate: database !== undefined && hasCostEstimate(database),
    allows_virtual_table_explore: true,
    disable_data_preview: parseObject(database?.extra)['disable_data_preview'] === true,
    explore_database_id: database?.id ?? 0,
  }
}

/** Returns the fields derived from the columns and metrics of a dataset. */
export function presentMetadata(dataset: Dataset, database: Database | undefined): Record<string, unknown> {
  const named = [
    ...dataset.columns.map(({ column_name, verbose_name }) => [column_name, verbose_name || column_name]),
    ...dataset.metrics.map(({ metric_name, verbose_name }) => [metric_name, verbose_name || metric_name]),
  ]
  const formats = dataset.metrics.flatMap(({ metric_name, d3format }) => (d3format ? [[metric_name, d3format]] : []))
  return {
    uid: `${dataset.id}__table`,
    type: 'table',
    datasource_type: 'table',
    datasource_name: dataset.table_name,
    name: dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name,
    kind: datasetKind(dataset),
    verbose_map: { __timestamp: 'Time', ...Object.fromEntries(named) },
    column_formats: Object.fromEntries(formats),
    granularity_sqla: dataset.columns
      .filter(({ is_dttm }) => is_dttm)
      .map(({ column_name }) => [column_name, column_name]),
    time_grain_sqla: grainsOf(database?.backend),
    order_by_choices: dataset.columns.flatMap(({ column_name }) => [
      [JSON.stringify([column_name, true]), `${column_name} [asc]`],
      [JSON.stringify([column_name, false]), `${column_name} [desc]`],
    ]),
    filter_select: dataset.filter_select_enabled,
    folders: currentFolders(dataset.folders, dataset),
    select_star: dataset.sql ? null : starOf(dataset, database),
  }
}

/** Returns a dataset in the form for dashboards and explore. */
export async function presentDataset(dataset: Dataset, request: RouteRequest): Promise<Record<string, unknown>> {
  const { store } = request.context
  const database = await store.databases.get(dataset.database_id)
  const usersById = await loadUsers(store, [dataset])
  const url = `/explore/?datasource_type=table&datasource_id=${dataset.id}`
  return {
    id: dataset.id,
    uuid: dataset.uuid,
    ...presentFields(datasetEntity, dataset, 'show'),
    health_check_message: null,
    perm: null,
    edit_url: `/dataset/${dataset.id}`,
    url,
    explore_url: url,
    ...presentMetadata(dataset, database),
    columns: dataset.columns.map(presentColumn),
    column_types: [...new Set(dataset.columns.map((column) => genericType(column)))],
    metrics: dataset.metrics.map(presentMetric),
    owners: ownersOf(usersById, dataset),
    database: presentDatabase(database),
    version: dataset.version,
  }
}
