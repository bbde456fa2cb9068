import { type Chart, chartEntity } from '#core/entity/chart.ts'
import { type Database, databaseEntity } from '#core/entity/database.ts'
import { currentFolders } from '#core/rest/dataset-folders-body.ts'
import { type Dataset, datasetColumnFields, datasetMetricFields, datasetEntity } from '#core/entity/dataset.ts'
import { type SavedQuery, savedQueryEntity } from '#core/entity/saved-query.ts'
import { readableExtra } from '#core/rest/database.ts'
import { importedQueryContext, importedParams } from './charts.ts'
import { fileExtra } from './databases.ts'
import { bundleFields } from './bundle-fields.ts'
import { fromText } from './json-text.ts'
import { withUnknown } from './unknown-keys.ts'

type Json = Record<string, unknown>

/** The version in every file of a bundle. */
export const VERSION = '1.0.0'

const CHART = [
  'slice_name',
  'description',
  'certified_by',
  'certification_details',
  'viz_type',
  'params',
  'query_context',
  'cache_timeout',
]

/** Returns the file of a chart. Its ids are valid only where it was exported; an import replaces them. */
export function chartFileOf(chart: Chart, datasetUuid: string): Json {
  const fields = bundleFields(chartEntity.fields, chart, CHART)
  const file = {
    ...fields,
    params: importedParams(chart.params, chart.datasource_id),
    query_context: importedQueryContext(chart.query_context, chart.datasource_id),
    uuid: chart.uuid,
    version: VERSION,
    dataset_uuid: datasetUuid,
  }
  return withUnknown(file, chart.unknown_keys)
}

const DATASET = [
  'table_name',
  'main_dttm_col',
  'description',
  'default_endpoint',
  'offset',
  'cache_timeout',
  'schema',
  'sql',
  'params',
  'template_params',
  'filter_select_enabled',
  'fetch_values_predicate',
  'extra',
]
const METRIC = [
  'metric_name',
  'verbose_name',
  'metric_type',
  'expression',
  'description',
  'd3format',
  'extra',
  'warning_text',
]
const COLUMN = [
  'column_name',
  'verbose_name',
  'is_dttm',
  'is_active',
  'type',
  'advanced_data_type',
  'groupby',
  'filterable',
  'expression',
  'description',
  'python_date_format',
  'extra',
]

/** Returns the file of a dataset, with its metrics and columns, without row-level security rules. */
export function datasetFileOf(dataset: Dataset, databaseUuid: string): Json {
  const file = {
    ...bundleFields(datasetEntity.fields, dataset, DATASET),
    ...(dataset.folders === null ? {} : { folders: currentFolders(dataset.folders, dataset) }),
    uuid: dataset.uuid,
    metrics: dataset.metrics.map((metric) => bundleFields(datasetMetricFields, metric, METRIC)),
    columns: dataset.columns.map((column) => bundleFields(datasetColumnFields, column, COLUMN)),
    version: VERSION,
    database_uuid: databaseUuid,
  }
  return withUnknown(file, dataset.unknown_keys)
}

const DATABASE = [
  'database_name',
  'sqlalchemy_uri',
  'cache_timeout',
  'expose_in_sqllab',
  'allow_run_async',
  'allow_ctas',
  'allow_cvas',
  'allow_dml',
  'allow_file_upload',
  'extra',
]
/** Connection fields for users who may write databases. */
const CLOSED = ['server_cert', 'impersonate_user', 'configuration_method', 'external_url']

/**
 * Returns the file of a database, without encrypted values and with its password masked. Users who may not read URIs
 * get only the engine: enough to match the database where it exists.
 */
export function databaseFileOf(database: Database, isWhole: boolean): Json {
  const row = isWhole
    ? database
    : { ...database, sqlalchemy_uri: `${database.backend}://`, extra: readableExtra(database.extra) }
  const fields = Object.entries(bundleFields(databaseEntity.fields, row, DATABASE)).filter(
    ([name]) => isWhole || !CLOSED.includes(name),
  )
  const named = fields.map(([name, value]) => [
    name === 'allow_file_upload' ? 'allow_csv_upload' : name,
    name === 'extra' ? fileExtra(value) : value,
  ])
  const tunnel = isWhole && database.tunnel ? { ssh_tunnel: fromText(database.tunnel) } : {}
  const file = { ...Object.fromEntries(named), ...tunnel, uuid: database.uuid, version: VERSION }
  return isWhole ? withUnknown(file, database.unknown_keys) : file
}

const QUERY = ['schema', 'label', 'description', 'sql']

/** Returns the file of a saved query. */
export function queryFileOf(query: SavedQuery, databaseUuid: string): Json {
  const file = {
    ...bundleFields(savedQueryEntity.fields, query, QUERY),
    uuid: query.uuid,
    version: VERSION,
    database_uuid: databaseUuid,
  }
  return withUnknown(file, query.unknown_keys)
}
