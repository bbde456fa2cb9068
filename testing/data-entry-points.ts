import type { ResultFormat, ResultType } from '#core/query/query-object.ts'
import { COLUMNS_MEDIA_TYPE } from '#core/query/result.ts'

/** The queried dataset, with columns `ds`, `region`, `city`, `n` and metric `total`, and its chart. */
export interface EntryPointTarget {
  readonly dataset: number
  /** The database of the dataset. */
  readonly database: { readonly id: number }
  /** A saved chart of the cities of the dataset. */
  readonly chart: number
  /** A chart of another dataset, which is shown with it. */
  readonly other: { readonly dataset: number }
  /** The SQL of a virtual dataset, else null. */
  readonly sql: string | null
}

/** An entry point that returns rows of a dataset. */
export interface DataEntryPoint<Target extends EntryPointTarget = EntryPointTarget> {
  readonly name: string
  /** The route as listed, such as `POST /api/v1/chart/data`. */
  readonly route: string
  readonly url: (target: Target) => string
  readonly body?: (target: Target) => object | string
  readonly headers?: Readonly<Record<string, string>>
  /** The entry point takes SQL, so it does not apply to datasets without. */
  readonly forSql?: boolean
}

const TYPES: readonly ResultType[] = ['full', 'results', 'samples', 'drill_detail', 'post_processed']

/** Workbooks take time, because a worker thread makes them: they are tested for two result types only. */
function formatsOf(type: ResultType): readonly ResultFormat[] {
  return type === 'full' || type === 'post_processed' ? ['json', 'csv', 'xlsx'] : ['json', 'csv']
}
const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' }

const groupedQuery = { columns: ['city'], metrics: ['total'], row_limit: 100 }
const axis = { label: 'ds', sqlExpression: 'ds', columnType: 'BASE_AXIS', timeGrain: 'P1M' }

/** Returns the query context of a chart of the cities; `more` extends the context, `query` its only query. */
export function citiesContext(
  { dataset }: Pick<EntryPointTarget, 'dataset'>,
  more: object = {},
  query: object = groupedQuery,
) {
  return { datasource: { id: dataset, type: 'table' }, queries: [query], ...more }
}

function form({ dataset }: EntryPointTarget, more: object = {}): object {
  return { viz_type: 'pie', datasource: `${dataset}__table`, groupby: ['city'], metric: 'total', ...more }
}

const argument = (value: object): string => encodeURIComponent(JSON.stringify(value))

/** Queries that take different paths through the planner. */
const plannerQueries: Readonly<Record<string, object>> = {
  'raw rows': { columns: ['region', 'city', 'n'] },
  'values of a filter': {
    columns: ['city'],
    metrics: [],
    apply_fetch_values_predicate: true,
    orderby: [['city', true]],
  },
  'a series limit': { columns: ['city'], series_columns: ['city'], series_limit: 1, metrics: ['total'] },
  'a time comparison': {
    columns: [axis, 'city'],
    metrics: ['total'],
    filters: [{ col: 'ds', op: 'TEMPORAL_RANGE', val: '2024-02-01 : 2024-03-01' }],
    time_offsets: ['1 month ago'],
  },
  'a series limit within a time comparison': {
    columns: [axis, 'city'],
    metrics: ['total'],
    series_columns: ['city'],
    series_limit: 1,
    filters: [{ col: 'ds', op: 'TEMPORAL_RANGE', val: '2024-02-01 : 2024-03-01' }],
    time_offsets: ['1 month ago'],
  },
  'post-processing': {
    ...groupedQuery,
    post_processing: [{ operation: 'sort', options: { columns: { city: true } } }],
  },
  'a datasource of its own': { ...groupedQuery, row_limit: 99 },
  'an expression': {
    columns: [{ expressionType: 'SQL', sqlExpression: 'UPPER(city) || LOWER(city)', label: 'c' }],
    metrics: ['total'],
  },
  'an aggregate of names': {
    columns: [],
    metrics: [{ expressionType: 'SQL', sqlExpression: "STRING_AGG(city, ',')", label: 'all' }],
  },
}

const POST = 'POST /api/v1/chart/data'

function postContext(
  name: string,
  body: (target: EntryPointTarget) => object,
  headers: Record<string, string> = {},
): DataEntryPoint {
  return { name, route: POST, url: () => '/api/v1/chart/data', body, headers }
}

const chartData: readonly DataEntryPoint[] = [
  ...TYPES.flatMap((type) =>
    formatsOf(type).flatMap((format) => [
      postContext(`type ${type} as ${format}`, (target) =>
        citiesContext(target, { result_type: type, result_format: format, form_data: form(target) }),
      ),
      postContext(`type ${type} of one question as ${format}`, (target) =>
        citiesContext(
          target,
          { result_format: format, form_data: form(target) },
          { ...groupedQuery, result_type: type },
        ),
      ),
    ]),
  ),
  ...TYPES.map((type) =>
    postContext(`type ${type} by column`, (target) => citiesContext(target, { result_type: type }), {
      accept: COLUMNS_MEDIA_TYPE,
    }),
  ),
  ...Object.entries(plannerQueries).map(([name, query]) =>
    postContext(name, (target) =>
      citiesContext(
        target,
        {},
        name === 'a datasource of its own' ? { ...query, datasource: { id: target.dataset, type: 'table' } } : query,
      ),
    ),
  ),
  postContext('several questions as csv', (target) => ({
    ...citiesContext(target, { result_format: 'csv' }),
    queries: [groupedQuery, { ...groupedQuery, row_limit: 9 }],
  })),
  postContext('annotations from a chart', (target) =>
    citiesContext(
      { dataset: target.other.dataset },
      {},
      {
        columns: ['one'],
        metrics: [],
        annotation_layers: [
          {
            name: 'Cities',
            annotationType: 'EVENT',
            sourceType: 'table',
            value: target.chart,
            show: true,
            timeColumn: 'ds',
          },
        ],
      },
    ),
  ),
  {
    name: 'a form posted',
    route: POST,
    url: () => '/api/v1/chart/data',
    body: (target) => `form_data=${argument(citiesContext(target))}`,
    headers: URLENCODED,
  },
  {
    name: 'batch',
    route: 'POST /api/v1/chart/data/batch',
    url: () => '/api/v1/chart/data/batch',
    body: (target) => ({
      items: TYPES.map((type) => ({
        id: type,
        query_context: citiesContext(target, { result_type: type, form_data: form(target) }),
      })),
    }),
  },
  {
    name: 'a layer of a batch',
    route: 'POST /api/v1/chart/data/batch',
    url: () => '/api/v1/chart/data/batch',
    body: ({ chart }) => ({ items: [{ id: 'a', layer: { value: chart, is_native: false, overrides: {} } }] }),
  },
  ...TYPES.flatMap((type) =>
    formatsOf(type).map(
      (format): DataEntryPoint => ({
        name: `a saved chart, type ${type} as ${format}`,
        route: 'GET /api/v1/chart/:id/data',
        url: ({ chart }) => `/api/v1/chart/${chart}/data/?type=${type}&format=${format}`,
      }),
    ),
  ),
]

const legacy: readonly DataEntryPoint[] = [
  ...['', 'csv=true&', 'xlsx=true&', 'samples=true&', 'results=true&'].flatMap((kind): readonly DataEntryPoint[] => [
    {
      name: `explore_json ${kind}`,
      route: 'GET /superset/explore_json',
      url: (target) => `/superset/explore_json/?${kind}form_data=${argument(form(target))}`,
    },
    {
      name: `explore_json of a dataset ${kind}`,
      route: 'GET /superset/explore_json/:type/:id',
      url: (target) => `/superset/explore_json/table/${target.dataset}/?${kind}form_data=${argument(form(target))}`,
    },
    {
      name: `explore_json by POST ${kind}`,
      route: 'POST /superset/explore_json',
      url: () => `/superset/explore_json/?${kind}`,
      body: (target) => ({ form_data: form(target) }),
    },
    {
      name: `explore_json of a dataset by POST ${kind}`,
      route: 'POST /superset/explore_json/:type/:id',
      url: ({ dataset }) => `/superset/explore_json/table/${dataset}/?${kind}`,
      body: (target) => ({ form_data: form(target) }),
    },
  ]),
  {
    name: 'a filter box',
    route: 'GET /superset/explore_json',
    url: (target) => {
      const box = { viz_type: 'filter_box', filter_configs: [{ column: 'city', metric: 'total' }] }
      return `/superset/explore_json/?form_data=${argument(form(target, box))}`
    },
  },
  { name: 'slice_json', route: 'GET /superset/slice_json/:id', url: ({ chart }) => `/superset/slice_json/${chart}` },
  {
    name: 'values of a column',
    route: 'GET /superset/filter/:type/:id/:column',
    url: ({ dataset }) => `/superset/filter/table/${dataset}/city/`,
  },
  {
    name: 'values of a column in a result',
    route: 'GET /api/v1/datasource/:type/:id/column/:column/values',
    url: ({ dataset }) => `/api/v1/datasource/table/${dataset}/column/city/values/`,
  },
  {
    name: 'samples',
    route: 'GET /api/v1/dataset/:id/samples',
    url: ({ dataset }) => `/api/v1/dataset/${dataset}/samples?force=true`,
  },
  {
    name: 'samples by page',
    route: 'POST /datasource/samples',
    url: ({ dataset }) => `/datasource/samples?datasource_type=table&datasource_id=${dataset}`,
    body: () => ({ filters: [] }),
  },
  {
    name: 'the query call',
    route: 'POST /api/v1/query',
    url: () => '/api/v1/query/',
    body: (target) => ({ query_context: JSON.stringify(citiesContext(target)) }),
  },
  {
    name: 'the SQL editor',
    route: 'POST /api/v1/sqllab/execute',
    url: () => '/api/v1/sqllab/execute/',
    body: ({ database, sql }) => ({ database_id: database.id, sql }),
    forSql: true,
  },
  {
    name: 'the preview of the SQL editor',
    route: 'POST /api/v1/sqllab/preview',
    url: () => '/api/v1/sqllab/preview/',
    body: ({ database, sql }) => ({ database_id: database.id, sql }),
    forSql: true,
  },
  {
    name: 'the SQL editor of older clients',
    route: 'POST /superset/sql_json',
    url: () => '/superset/sql_json/',
    body: ({ database, sql }) => ({ database_id: database.id, sql }),
    forSql: true,
  },
]

/**
 * Every entry point that returns rows of a dataset, except `GET /api/v1/chart/data/:key`, which returns the result of a
 * job.
 */
export const dataEntrances: readonly DataEntryPoint[] = [...chartData, ...legacy]
