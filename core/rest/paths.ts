/** An id, a slug or a uuid in a URL. */
export type Key = number | string

const v1 = '/api/v1'
const encodeSegment = (key: Key): string => encodeURIComponent(String(key))
const query = (q: string | undefined): string => (q === undefined ? '' : `?q=${encodeURIComponent(q)}`)

/**
 * Paths of the REST API below the base path. `q` is rison text, not yet percent-encoded. The server accepts every path
 * with or without a trailing slash.
 */
export const paths = {
  list: (resource: string, q?: string) => `${v1}/${resource}/${query(q)}`,
  info: (resource: string, q?: string) => `${v1}/${resource}/_info${query(q)}`,
  item: (resource: string, key: Key, q?: string) => `${v1}/${resource}/${encodeSegment(key)}${query(q)}`,
  related: (resource: string, column: string, q?: string) =>
    `${v1}/${resource}/related/${encodeSegment(column)}${query(q)}`,
  distinct: (resource: string, column: string, q?: string) =>
    `${v1}/${resource}/distinct/${encodeSegment(column)}${query(q)}`,
  export: (resource: string, q: string) => `${v1}/${resource}/export/${query(q)}`,
  import: (resource: string) => `${v1}/${resource}/import/`,
  favoriteStatus: (resource: string, q: string) => `${v1}/${resource}/favorite_status/${query(q)}`,
  favorites: (resource: string, id: number) => `${v1}/${resource}/${id}/favorites/`,
  favstar: (className: 'slice' | 'Dashboard', id: number, act: 'select' | 'unselect') =>
    `/superset/favstar/${className}/${id}/${act}/`,

  chartData: () => `${v1}/chart/data`,
  chartDataBatch: () => `${v1}/chart/data/batch`,
  cachedChartData: (cacheKey: string) => `${v1}/chart/data/${encodeSegment(cacheKey)}`,
  savedChartData: (id: number) => `${v1}/chart/${id}/data/`,

  dashboardCharts: (key: Key) => `${v1}/dashboard/${encodeSegment(key)}/charts`,
  dashboardDatasets: (key: Key) => `${v1}/dashboard/${encodeSegment(key)}/datasets`,
  dashboardCopy: (key: Key) => `${v1}/dashboard/${encodeSegment(key)}/copy/`,
  filterSets: (key: Key) => `${v1}/dashboard/${encodeSegment(key)}/filtersets`,
  filterSet: (key: Key, id: number) => `${v1}/dashboard/${encodeSegment(key)}/filtersets/${id}`,
  filterState: (key: Key) => `${v1}/dashboard/${encodeSegment(key)}/filter_state`,
  filterStateOf: (key: Key, state: string) =>
    `${v1}/dashboard/${encodeSegment(key)}/filter_state/${encodeSegment(state)}`,
  dashboardPermalink: (key: Key) => `${v1}/dashboard/${encodeSegment(key)}/permalink`,
  dashboardPermalinkOf: (permalink: string) => `${v1}/dashboard/permalink/${encodeSegment(permalink)}`,

  explore: () => `${v1}/explore/`,
  exploreFormData: () => `${v1}/explore/form_data`,
  exploreFormDataOf: (state: string) => `${v1}/explore/form_data/${encodeSegment(state)}`,
  explorePermalink: () => `${v1}/explore/permalink`,
  explorePermalinkOf: (permalink: string) => `${v1}/explore/permalink/${encodeSegment(permalink)}`,

  datasetRefresh: (id: number) => `${v1}/dataset/${id}/refresh`,
  datasetSamples: (id: number, force: boolean) => `${v1}/dataset/${id}/samples?force=${force}`,
  datasetRelatedObjects: (id: number) => `${v1}/dataset/${id}/related_objects`,
  datasource: (type: string, id: number) => `/datasource/get/${encodeSegment(type)}/${id}/`,
  datasourceSave: () => '/datasource/save/',
  datasourceMetadata: (key: string) => `/superset/fetch_datasource_metadata?datasourceKey=${encodeURIComponent(key)}`,
  columnValues: (type: string, id: number, column: string) =>
    `/superset/filter/${encodeSegment(type)}/${id}/${encodeSegment(column)}/`,

  databaseAvailable: () => `${v1}/database/available/`,
  databaseTest: () => `${v1}/database/test_connection`,
  databaseValidate: () => `${v1}/database/validate_parameters`,
  databaseSchemas: (id: number, q?: string) => `${v1}/database/${id}/schemas/${query(q)}`,
  databaseTables: (id: number, q: string) => `${v1}/database/${id}/tables/${query(q)}`,
  databaseTable: (id: number, table: string, schema: string) =>
    `${v1}/database/${id}/table/${encodeSegment(table)}/${encodeSegment(schema)}/`,
  databaseTableExtra: (id: number, table: string, schema: string) =>
    `${v1}/database/${id}/table_extra/${encodeSegment(table)}/${encodeSegment(schema)}/`,

  timeRange: (q: string) => `${v1}/time_range/${query(q)}`,
  advancedDataType: (q: string) => `${v1}/advanced_data_type/convert${query(q)}`,
  asyncEvents: (lastId?: string) =>
    `${v1}/async_event/${lastId === undefined ? '' : `?last_id=${encodeURIComponent(lastId)}`}`,
  asyncSocket: () => `${v1}/async_event/ws`,
  asyncJob: (jobId: string) => `${v1}/async_event/${encodeSegment(jobId)}`,
  dynamicPlugins: () => '/dynamic-plugins/api/read',
  login: () => `${v1}/security/login`,
  refresh: () => `${v1}/security/refresh`,
  csrfToken: () => `${v1}/security/csrf_token/`,
  me: () => `${v1}/me/`,
} as const
