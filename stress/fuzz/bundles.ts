const DATABASE = '11111111-1111-4111-8111-111111111111'
const DATASET = '22222222-2222-4222-8222-222222222222'
const CHART = '33333333-3333-4333-8333-333333333333'
const DASHBOARD = '55555555-5555-4555-8555-555555555555'

const databases = {
  'databases/fuzz.yaml': `database_name: Bundled
sqlalchemy_uri: duckdb:///bundled.duckdb
allow_csv_upload: true
cache_timeout: null
extra:
  metadata_params: {}
  schemas_allowed_for_csv_upload: []
uuid: ${DATABASE}
version: 1.0.0
`,
}

const datasets = {
  ...databases,
  'datasets/Bundled/sales.yaml': `table_name: sales
main_dttm_col: day
description: null
default_endpoint: null
offset: 0
cache_timeout: null
schema: null
sql: SELECT 1 AS amount, DATE '2024-01-01' AS day
params: null
template_params: null
filter_select_enabled: true
fetch_values_predicate: null
extra:
  certification: {certified_by: Ada}
uuid: ${DATASET}
metrics:
- metric_name: count
  verbose_name: null
  metric_type: null
  expression: COUNT(*)
  description: null
  d3format: null
  extra: {}
  warning_text: null
columns:
- column_name: day
  verbose_name: null
  is_dttm: true
  is_active: null
  type: DATE
  groupby: true
  filterable: true
  expression: ''
  python_date_format: null
  extra: {}
version: 1.0.0
database_uuid: ${DATABASE}
`,
}

const charts = {
  ...datasets,
  'charts/Share_7.yaml': `slice_name: Share
viz_type: pie
params:
  metric: count
  slice_id: 7
  datasource: 7__table
  annotation_layers:
  - {name: A, annotationType: FORMULA, value: x}
query_context: '{"datasource":{"id":7,"type":"table"},"queries":[{"metrics":["count"]}]}'
cache_timeout: null
uuid: ${CHART}
version: 1.0.0
dataset_uuid: ${DATASET}
`,
}

const dashboards = {
  ...charts,
  'dashboards/Sales.yaml': `dashboard_title: Sales
description: null
css: ''
slug: sales
uuid: ${DASHBOARD}
position:
  DASHBOARD_VERSION_KEY: v2
  ROOT_ID:
    type: ROOT
    id: ROOT_ID
    children: [GRID_ID]
  GRID_ID:
    type: GRID
    id: GRID_ID
    children: [ROW-1]
    parents: [ROOT_ID]
  ROW-1:
    type: ROW
    id: ROW-1
    children: [CHART-a]
    meta: {background: BACKGROUND_TRANSPARENT}
  CHART-a:
    type: CHART
    id: CHART-a
    children: []
    meta:
      chartId: 7
      uuid: ${CHART}
      width: 4
      height: 50
metadata:
  color_scheme: supersetColors
  timed_refresh_immune_slices: [7]
  expanded_slices: {'7': true}
  default_filters: '{"7": {"day": "2020"}}'
  filter_scopes: {'7': {day: {scope: [ROOT_ID], immune: [8]}}}
  chart_configuration:
    '7': {id: 7, crossFilters: {scope: {rootPath: [ROOT_ID], excluded: [7]}, chartsInScope: [1]}}
  native_filter_configuration:
  - id: NATIVE_FILTER-1
    filterType: filter_select
    targets:
    - column: {name: amount}
      datasetUuid: ${DATASET}
    scope: {rootPath: [ROOT_ID], excluded: []}
version: 1.0.0
`,
}

const metadata = (type: string) => ({
  'metadata.yaml': `version: 1.0.0\ntype: ${type}\ntimestamp: '2022-05-01T12:34:56+00:00'\n`,
})

/** Valid bundles, file by file below their folder. */
export const bundles: Readonly<
  Record<'dashboard' | 'chart' | 'dataset' | 'database', Readonly<Record<string, string>>>
> = {
  dashboard: { ...metadata('Dashboard'), ...dashboards },
  chart: { ...metadata('Slice'), ...charts },
  dataset: { ...metadata('SqlaTable'), ...datasets },
  database: { ...metadata('Database'), ...databases },
}
