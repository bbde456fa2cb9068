/** A dashboard with a filter box, and the SQL of its rows, which are made for the tests. */
export interface FilterBoxDashboard {
  readonly title: string
  readonly table: string
  /** The SQL of its table. */
  readonly rows: string
  readonly columns: readonly { readonly column_name: string; readonly type: string; readonly is_dttm?: boolean }[]
  /** The form data of its filter box. */
  readonly box: { readonly [key: string]: unknown }
  /** The form data of its charts by name; all in the first tab except those of the second. */
  readonly charts: Readonly<Record<string, { readonly viz_type: string; readonly [key: string]: unknown }>>
  readonly second?: readonly string[]
  /** `default_filters` and `filter_scopes` of the box, by column. */
  readonly defaults?: Readonly<Record<string, unknown>>
  readonly scopes?: Readonly<Record<string, { readonly scope: readonly string[]; readonly immune: readonly string[] }>>
  /** Its stored form if it is an example of Superset; its box is the chart named Filter. */
  readonly stored?: {
    readonly uuid: string
    readonly charts: Readonly<Record<string, { readonly id: number; readonly uuid: string }>>
    readonly position: object
    readonly metadata: object
  }
  /** The selection in the box. */
  readonly chosen: Readonly<Record<string, unknown>>
}

const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' }
const text = (column_name: string) => ({ column_name, type: 'VARCHAR' })
const item = (column: string, more: object = {}) => ({
  asc: true,
  clearable: true,
  column,
  key: column,
  multiple: true,
  searchAllOptions: false,
  ...more,
})

/**
 * The boxes of Survey and Vaccines have the fields of two examples of Superset 2.0 (FCC New Coder Survey, COVID
 * Vaccines); that of Games has a chart that is immune to it.
 */
export const filterBoxDashboards: readonly FilterBoxDashboard[] = [
  {
    title: 'Games',
    table: 'games',
    rows: `SELECT ['PS', 'PS2', 'Wii', 'DS'][1 + range % 4] AS platform, ['Action', 'Puzzle', NULL][1 + range % 3] AS genre,
      'Publisher ' || range % 7 AS publisher, TIMESTAMP '1990-01-01' + INTERVAL (range) MONTH AS released FROM range(240)`,
    columns: [
      text('platform'),
      text('genre'),
      text('publisher'),
      { column_name: 'released', type: 'TIMESTAMP', is_dttm: true },
    ],
    box: {
      date_filter: true,
      granularity_sqla: 'released',
      time_range: 'No filter',
      adhoc_filters: [],
      filter_configs: [
        item('platform', { label: 'Platform' }),
        item('genre', { label: 'Genre' }),
        item('publisher', { label: 'Publisher', metric: 'count', asc: false }),
      ],
    },
    charts: {
      'All games': { viz_type: 'big_number_total', metric: count, granularity_sqla: 'released' },
      Publishers: { viz_type: 'pie', groupby: ['publisher'], metric: count, granularity_sqla: 'released' },
      Games: { viz_type: 'table', all_columns: ['platform', 'genre'], query_mode: 'raw', granularity_sqla: 'released' },
      'Genres over time': {
        viz_type: 'area',
        metrics: [count],
        groupby: ['genre'],
        granularity_sqla: 'released',
        time_grain_sqla: 'P1Y',
      },
      Rivals: {
        viz_type: 'pivot_table',
        groupby: ['platform'],
        columns: ['genre'],
        metrics: [count],
        granularity_sqla: 'released',
      },
    },
    second: ['Games', 'Genres over time', 'Rivals'],
    defaults: { platform: ['PS', 'PS2'], __time_range: 'No filter' },
    scopes: {
      platform: { scope: ['TAB-2'], immune: [] },
      genre: { scope: ['ROOT_ID'], immune: ['All games'] },
      publisher: { scope: ['ROOT_ID'], immune: [] },
      __time_range: { scope: ['ROOT_ID'], immune: [] },
    },
    chosen: { genre: ['Action', null], publisher: ['Publisher 1', 'Publisher 2'], platform: ['Wii'] },
  },
  {
    title: 'Survey',
    table: 'answers',
    rows: `SELECT ['yes', 'no'][1 + range % 2] AS ethnic_minority, ['f', 'm', 'd'][1 + range % 3] AS gender,
      'dev ' || range % 4 AS developer_type, 'lang ' || range % 6 AS lang_at_home, 'land ' || range % 9 AS country_live,
      TIMESTAMP '2018-01-01' + INTERVAL (range) HOUR AS time_start FROM range(240)`,
    columns: [
      ...['ethnic_minority', 'gender', 'developer_type', 'lang_at_home', 'country_live'].map(text),
      { column_name: 'time_start', type: 'TIMESTAMP', is_dttm: true },
    ],
    box: {
      date_filter: false,
      time_range: 'No filter',
      adhoc_filters: [],
      filter_configs: [
        item('ethnic_minority', { label: 'Ethnic Minority', key: '-xNBqpfQo' }),
        item('gender', { label: 'Gender', key: '19VeBGTKf' }),
        item('developer_type', { label: 'Developer Type', key: 'OWTb4s69T' }),
        item('lang_at_home', { label: 'Language at Home', key: 'Fn-YClyhb' }),
        item('country_live', { label: 'Country live', key: '2fNskRCLJ' }),
      ],
      granularity_sqla: 'time_start',
    },
    charts: {
      Answers: { viz_type: 'big_number_total', metric: count },
      Languages: { viz_type: 'dist_bar', groupby: ['lang_at_home'], metrics: [count], row_limit: 15 },
      Genders: { viz_type: 'pie', groupby: ['gender', 'ethnic_minority'], metric: count },
      Countries: { viz_type: 'table', groupby: ['country_live'], metrics: [count], query_mode: 'aggregate' },
    },
    chosen: { gender: ['f', 'd'], country_live: ['land 1', 'land 2', 'land 4'], ethnic_minority: ['no'] },
  },
  {
    title: 'Vaccines',
    table: 'candidates',
    rows: `SELECT 'land ' || range % 9 AS country_name,
      ['RNA', 'DNA', 'Protein subunit'][1 + range % 3] AS product_category,
      (range % 5) || '. Phase' AS clinical_stage FROM range(240)`,
    columns: ['country_name', 'product_category', 'clinical_stage'].map(text),
    box: {
      date_filter: false,
      time_range: 'No filter',
      adhoc_filters: [],
      filter_configs: [
        item('country_name', { label: 'Country', key: 'D00hRxPLE' }),
        item('product_category', { label: 'Vaccine Approach', key: 'jJ7x2cuIc' }),
        item('clinical_stage', { label: 'Clinical Stage', key: 'EgGwwAUU6' }),
      ],
    },
    charts: {
      Candidates: { viz_type: 'big_number_total', metric: count },
      'By country': { viz_type: 'table', groupby: ['country_name'], metrics: [count], query_mode: 'aggregate' },
      'By stage': { viz_type: 'pie', groupby: ['product_category', 'clinical_stage'], metric: count },
    },
    defaults: {},
    chosen: { product_category: ['RNA'], clinical_stage: ['1. Phase', '3. Phase'] },
  },
]

const uuid = (kind: number, board: number, at = 0) =>
  `0000${kind}000-0000-4000-8000-${String(board * 100 + at).padStart(12, '0')}`

/** Returns a dashboard as the files of a bundle, by path; JSON is YAML. Its chart ids start at `100 * (at + 1)`. */
export function bundleOf(board: FilterBoxDashboard, at: number, database: string): Readonly<Record<string, string>> {
  const names = ['Filter', ...Object.keys(board.charts)]
  const idOf = (name: string) => board.stored?.charts[name]?.id ?? 100 * (at + 1) + names.indexOf(name)
  const uuidOf = (name: string) => board.stored?.charts[name]?.uuid ?? uuid(3, at, names.indexOf(name))
  const nodeOf = (name: string) => `CHART-${names.indexOf(name)}`
  const tabs = [
    ['TAB-1', names.filter((name) => !board.second?.includes(name))],
    ['TAB-2', board.second ?? []],
  ] as const
  const node = (type: string, id: string, children: readonly string[], parents: readonly string[], meta = {}) => ({
    [id]: { type, id, children, parents, meta },
  })
  const above = ['ROOT_ID', 'TABS-1']
  const position = Object.assign(
    { DASHBOARD_VERSION_KEY: 'v2' },
    node('ROOT', 'ROOT_ID', ['TABS-1'], []),
    node('GRID', 'GRID_ID', [], ['ROOT_ID']),
    node('TABS', 'TABS-1', ['TAB-1', 'TAB-2'], ['ROOT_ID']),
    ...tabs.flatMap(([tab, charts]) => [
      node('TAB', tab, [`ROW-${tab}`], above, { text: tab === 'TAB-1' ? 'Overview' : 'Explore Trends' }),
      node('ROW', `ROW-${tab}`, charts.map(nodeOf), [...above, tab], { '0': 'ROOT_ID' }),
      ...charts.map((name) =>
        node('CHART', nodeOf(name), [], [...above, tab, `ROW-${tab}`], {
          chartId: idOf(name),
          uuid: uuidOf(name),
          sliceName: name,
          width: 3,
          height: 40,
        }),
      ),
    ]),
  ) as object
  const scopes = Object.entries(board.scopes ?? {}).map(([column, { scope, immune }]) => [
    column,
    { scope, immune: immune.map(idOf) },
  ])
  const metadata = {
    timed_refresh_immune_slices: [],
    expanded_slices: {},
    refresh_frequency: 0,
    default_filters: JSON.stringify(board.defaults ? { [idOf('Filter')]: board.defaults } : {}),
    ...(scopes.length > 0 ? { filter_scopes: { [idOf('Filter')]: Object.fromEntries(scopes) } } : {}),
  }
  const version = '1.0.0'
  const chart = (name: string, form: object) => {
    const params = { url_params: {}, queryFields: {}, ...form, datasource: '23__table', slice_id: idOf(name) }
    const viz_type = (form as { viz_type?: string }).viz_type ?? 'filter_box'
    const own = { slice_name: name, viz_type, params: { ...params, viz_type }, cache_timeout: null }
    return { ...own, uuid: uuidOf(name), version, dataset_uuid: uuid(2, at) }
  }
  const files = {
    'metadata.yaml': { version, type: 'Dashboard' },
    'databases/examples.yaml': {
      database_name: 'examples',
      sqlalchemy_uri: 'duckdb:///examples.duckdb',
      uuid: database,
      version,
    },
    [`datasets/examples/${board.table}.yaml`]: {
      table_name: board.table,
      main_dttm_col: board.columns.find(({ is_dttm }) => is_dttm)?.column_name ?? null,
      uuid: uuid(2, at),
      version,
      database_uuid: database,
      columns: board.columns,
      metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
    },
    ...Object.fromEntries(
      names.map((name) => [
        `charts/Chart_${name.replaceAll(/\W+/g, '_')}_${idOf(name)}.yaml`,
        chart(name, board.charts[name] ?? board.box),
      ]),
    ),
    [`dashboards/${board.title}.yaml`]: {
      dashboard_title: board.title,
      description: null,
      css: '',
      slug: null,
      uuid: board.stored?.uuid ?? uuid(5, at),
      position: board.stored?.position ?? position,
      metadata: { ...metadata, ...board.stored?.metadata },
      version,
    },
  }
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [path, JSON.stringify(content)]))
}
