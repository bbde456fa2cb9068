import type { ProductEntities } from '#testing/product-routes.ts'
import { mutateTree } from './mutate.ts'
import { contextOf, randomLegacyForm } from './data-queries.ts'
import type { Random } from './random.ts'
import { printTree, treeOf } from './tree.ts'
import type { Names } from './fixture.ts'

/** Makes a valid body of a route, with as many keys as possible. */
type Start = (random: Random, names: Names) => object

/** Returns JSON text for a body, sometimes of a mutated document. */
function bodyText(random: Random, value: object): string {
  const tree = treeOf(value)
  return printTree(random.chance(0.35) ? mutateTree(random, tree) : tree)
}

const nativeFilter = (dataset: number) => ({
  id: 'NATIVE_FILTER-1',
  filterType: 'filter_select',
  name: 'City',
  targets: [{ datasetId: dataset, column: { name: 'city' } }],
  scope: { rootPath: ['ROOT_ID'], excluded: [1] },
  controlValues: { multiSelect: true, enableEmptyFilter: false },
  defaultDataMask: {
    filterState: { value: ['A'] },
    extraFormData: { filters: [{ col: 'city', op: 'IN', val: ['A'] }] },
  },
  cascadeParentIds: [],
  time_range: 'Last year',
})

function positions(chart: number): object {
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': {
      type: 'ROW',
      id: 'ROW-1',
      children: ['CHART-1', 'MARKDOWN-1'],
      meta: { background: 'BACKGROUND_TRANSPARENT' },
    },
    'CHART-1': {
      type: 'CHART',
      id: 'CHART-1',
      children: [],
      meta: { chartId: chart, uuid: 'x', width: 4, height: 50, sliceName: 's' },
    },
    'MARKDOWN-1': { type: 'MARKDOWN', id: 'MARKDOWN-1', children: [], meta: { code: '# a', width: 4, height: 20 } },
  }
}

const metadata = (dataset: number, chart: number) => ({
  color_scheme: 'supersetColors',
  label_colors: { A: '#123456' },
  refresh_frequency: 10,
  timed_refresh_immune_slices: [chart],
  expanded_slices: { [chart]: true },
  default_filters: '{}',
  filter_scopes: { [chart]: { city: { scope: ['ROOT_ID'], immune: [chart] } } },
  native_filter_configuration: [nativeFilter(dataset)],
  chart_configuration: {
    [chart]: { id: chart, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [] }, chartsInScope: [chart] } },
  },
  positions: positions(chart),
})

const chart: Start = (random, names) => ({
  slice_name: 'New',
  description: '**b**',
  viz_type: random.pick(['pie', 'table', 'unheard_of']),
  datasource_id: names.written.cities.table.dataset,
  datasource_type: 'table',
  params: bodyText(random, randomLegacyForm(random, names)),
  query_context: bodyText(random, contextOf(random, names)),
  query_context_generation: random.chance(0.3),
  cache_timeout: 60,
  owners: [1],
  dashboards: [names.written.dashboard],
  certified_by: 'Ada',
  external_url: 'https://example.org',
  is_managed_externally: false,
})

const dashboard: Start = (random, { written: { cities } }) => ({
  dashboard_title: 'New',
  slug: `slug-${random.int(50)}`,
  owners: [1],
  roles: [1],
  position_json: bodyText(random, positions(cities.table.chart)),
  json_metadata: bodyText(random, metadata(cities.table.dataset, cities.table.chart)),
  css: '.a { color: red }',
  published: true,
  certified_by: 'Ada',
  external_url: null,
})

const dataset: Start = (random, { written: { cities } }) => ({
  table_name: `t${random.int(20)}`,
  sql: random.pick([
    null,
    'SELECT 1 AS a',
    "SELECT '{{ current_username() }}' AS u",
    'WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT * FROM t',
    'SELECT * FROM nothing',
    '(SELECT 1) UNION (SELECT 2)',
    'VALUES (1), (2)',
    'DESCRIBE cities',
    'PIVOT cities ON city USING SUM(n)',
    'FROM cities',
  ]),
  schema: 'main',
  database_id: cities.database,
  main_dttm_col: 'ds',
  offset: 0,
  cache_timeout: -1,
  template_params: bodyText(random, { a: 1 }),
  extra: bodyText(random, { certification: { certified_by: 'Ada' }, time_zone: 'Europe/Berlin', week_start: 1 }),
  fetch_values_predicate: 'n > 0',
  filter_select_enabled: true,
  owners: [1],
  columns: [
    {
      column_name: 'ds',
      type: 'TIMESTAMP',
      is_dttm: true,
      python_date_format: '%Y-%m-%d',
      groupby: true,
      filterable: true,
    },
    {
      column_name: 'twice',
      expression: 'n * 2',
      type: 'BIGINT',
      verbose_name: 'Twice',
      extra: '{}',
      advanced_data_type: 'port',
    },
  ],
  metrics: [{ metric_name: 'total', expression: 'SUM(n)', d3format: ',.2f', extra: '{"warning_markdown":"x"}' }],
})

const rule: Start = (random, { written: { cities } }) => ({
  name: `Rule ${random.int(1000)}`,
  filter_type: random.pick(['Regular', 'Base']),
  tables: [cities.table.dataset],
  roles: [1],
  clause: random.pick(["city = 'A'", "city = '{{ current_username() }}'", 'n IN (SELECT 1)', 'n > 1 OR', '1 = 1 -- x']),
  group_key: 'g',
  description: 'd',
})

const database: Start = (random, { written: { cities } }) => ({
  id: cities.database,
  database_name: `D${random.int(20)}`,
  sqlalchemy_uri: random.pick([
    'duckdb:///new.duckdb',
    'duckdb:///a/b.duckdb?access_mode=read_only',
    'duckdb:///:memory:',
    'duckdb://',
    'postgresql://u:p@127.0.0.1:1/d?sslmode=disable',
    'sqlite:////etc/passwd',
    'postgresql+psycopg2://u:XXXXXXXXXX@localhost:1/d',
  ]),
  extra: bodyText(random, {
    allowed_functions: ['public.area'],
    engine_params: { connect_args: {} },
    schemas_allowed_for_file_upload: ['main'],
  }),
  engine: 'postgresql',
  driver: 'psycopg2',
  configuration_method: 'sqlalchemy_form',
  parameters: {
    host: '127.0.0.1',
    port: 1,
    username: 'u',
    password: 'p',
    database: 'd',
    query: { sslmode: 'disable' },
    encryption: false,
  },
  masked_encrypted_extra: '',
  server_cert: '',
  cache_timeout: 5,
  expose_in_sqllab: true,
  allow_file_upload: true,
})

const instant: Start = (random) => ({
  short_descr: 'New',
  long_descr: 'Long',
  start_dttm: random.pick(['2024-01-01', '2024-01-01T10:00:00Z', '9999-12-31 23:59:59.999999999']),
  end_dttm: '2024-01-02',
  json_metadata: bodyText(random, { a: 1 }),
})

const layer: Start = () => ({ name: 'New', descr: 'd' })
const formState: Start = (random, names) => ({
  datasource_id: names.queried.cities.table.dataset,
  datasource_type: 'table',
  chart_id: names.queried.cities.table.chart,
  form_data: bodyText(random, randomLegacyForm(random, names)),
})
const state: Start = (random, names) => ({
  value: bodyText(random, { 'NATIVE_FILTER-1': nativeFilter(names.queried.dashboard) }),
})
const legacy: Start = (random, names) => ({ form_data: randomLegacyForm(random, names) })
const signIn: Start = (random) => ({
  username: random.pick(['admin', 'x']),
  password: 'wrong',
  provider: 'db',
  refresh: true,
})

/** Valid bodies by route; all other routes get an empty one. */
export const validBodies: Readonly<Record<string, Start>> = {
  'POST /api/v1/chart/': chart,
  'PUT /api/v1/chart/:id': chart,
  'POST /api/v1/chart/data': contextOf,
  'POST /api/v1/chart/data/batch': (random, names) => ({
    items: [
      ...['a', 'b'].map((id) => ({ id, query_context: contextOf(random, names) })),
      { id: 'c', layer: { value: 1, is_native: random.chance(0.5), overrides: { time_range: 'Last week' } } },
    ],
  }),
  'POST /api/v1/query': (random, names) => ({ query_context: bodyText(random, contextOf(random, names)) }),
  'POST /api/v1/dashboard/': dashboard,
  'PUT /api/v1/dashboard/:id': dashboard,
  'POST /api/v1/dashboard/:id/permalink': () => ({
    filterState: { 'NATIVE_FILTER-1': { value: ['A'] } },
    dataMask: {},
    urlParams: [['a', 'b']],
    hash: '#TAB-1',
    activeTabs: ['TAB-1'],
  }),
  'POST /api/v1/dashboard/:id/filter_state': state,
  'PUT /api/v1/dashboard/:id/filter_state/:key': state,
  'POST /api/v1/dataset/': (random, names) => ({ ...dataset(random, names), database: names.written.cities.database }),
  'PUT /api/v1/dataset/:id': dataset,
  'PUT /api/v1/dataset/:id/refresh': () => ({}),
  'POST /api/v1/database/': database,
  'PUT /api/v1/database/:id': database,
  'POST /api/v1/database/test_connection': database,
  'POST /api/v1/database/validate_parameters': database,
  'POST /api/v1/rowlevelsecurity/': rule,
  'PUT /api/v1/rowlevelsecurity/:id': rule,
  'POST /api/v1/dashboard_grant/': (_random, { written }) => ({
    dashboard: written.dashboard,
    dataset: written.cities.table.dataset,
    note: 'n',
  }),
  'PUT /api/v1/dashboard_grant/:id': () => ({ note: 'n' }),
  'POST /api/v1/annotation_layer/': layer,
  'PUT /api/v1/annotation_layer/:id': layer,
  'POST /api/v1/annotation_layer/:layer/annotation/': instant,
  'PUT /api/v1/annotation_layer/:layer/annotation/:id': (random, names) => ({
    ...instant(random, names),
    layer: names.written.layer,
  }),
  'POST /api/v1/explore/form_data': formState,
  'PUT /api/v1/explore/form_data/:key': formState,
  'POST /api/v1/explore/permalink': (random, names) => ({
    formData: randomLegacyForm(random, names),
    urlParams: [['a', 'b']],
  }),
  'POST /api/v1/security/login': signIn,
  'POST /login': signIn,
  'PUT /api/v1/me/password': () => ({ current_password: 'wrong', new_password: 'another password' }),
  'POST /superset/explore_json': legacy,
  'POST /superset/explore_json/:type/:id': legacy,
  'POST /datasource/samples': () => ({ filters: [{ col: 'city', op: 'IN', val: ['A'] }], granularity: 'ds' }),
  'POST /datasource/save': (random, names) => ({
    data: bodyText(random, {
      ...dataset(random, names),
      id: names.written.cities.table.dataset,
      type: 'table',
      database: { id: names.written.cities.database },
    }),
  }),
  'POST /superset/sqllab': (random, { queried: requested }) => ({
    form_data: bodyText(random, {
      datasourceKey: `${requested.cities.table.dataset}__table`,
      sql: random.pick([
        'SELECT * FROM cities',
        'SELECT 1;',
        'EXPLAIN SELECT 1',
        'SELECT /* x */ 1',
        "COPY cities TO 'x'",
        'SELECT unnest(range(3)), random()',
        "SELECT * FROM read_csv('/etc/passwd')",
        'PRAGMA database_list',
        'SELECT 1 AS "a""b", 2 AS "a""b"',
      ]),
    }),
  }),
}

/** Returns the entities that an input of this route references: entities for queries are never written on purpose. */
export function entitiesFor(route: string, names: Names): ProductEntities {
  const reads =
    route.startsWith('GET ') || /data|query|samples|explore_json|filter_state|permalink|favorites/.test(route)
  return reads ? names.queried : names.written
}
