import type { QueryStateJson, StatementState } from '#core/rest/sqllab.ts'
import { parseQ } from '#core/rest/rison.ts'
import { type MockResponses, type Call, mockResponses } from './user-input.ts'

/** A tab as stored by the server. */
export interface StoredTab {
  label: string
  database_id: number | null
  schema: string | null
  sql: string
  query_limit: number
  latest_query_id: string | null
  template_params: string | null
  datasource_key: string | null
  version: number
  isDeleted: boolean
}

const database = {
  id: 1,
  database_name: 'examples',
  backend: 'duckdb',
  allow_ctas: false,
  allow_cvas: false,
  allow_dml: false,
  allow_run_async: true,
  allow_file_upload: false,
  allows_cost_estimate: false,
  expose_in_sqllab: true,
}

/** Returns a statement that has succeeded with rows; `over` overrides parts. */
export function statementResult(over: Partial<StatementState> = {}): StatementState {
  return {
    index: 0,
    sql: 'SELECT 1',
    start: 0,
    end: 8,
    state: 'success',
    rows: 1,
    limited: false,
    resultsKey: 'key-1',
    startDttm: 1000,
    endDttm: 1500,
    errors: [],
    ...over,
  }
}

/** Returns a run in wire form. */
export function queryState(over: Partial<QueryStateJson> & { readonly id: string }): QueryStateJson {
  return {
    queryId: 7,
    dbId: 1,
    db: 'examples',
    schema: 'main',
    sql: 'SELECT 1',
    executedSql: null,
    state: 'success',
    progress: 100,
    rows: 1,
    limit: 1000,
    limitingFactor: 'NOT_LIMITED',
    resultsKey: 'key-1',
    errorMessage: null,
    startDttm: 1000,
    endDttm: 1500,
    changed_on: '2026-01-01T00:00:00',
    tab: null,
    sqlEditorId: null,
    ctas: false,
    tempTable: null,
    tempSchema: null,
    userId: 1,
    user: 'a',
    trackingUrl: null,
    serverId: 7,
    extra: { statements: [statementResult()] },
    ...over,
  }
}

/** Returns a result of one column `one` with these values. */
export function resultRows(
  values: readonly unknown[],
  column: object = { name: 'one', type: 'INTEGER', type_generic: 0 },
) {
  const columns = [{ column_name: 'one', is_dttm: false, ...column }]
  return { query_id: 7, status: 'success', data: values.map((one) => ({ one })), columns, selected_columns: columns }
}

const text = (call: Call, name: string) => (call.body instanceof URLSearchParams ? call.body.get(name) : null)
const idOf = (call: Call) => Number(/^\/tabstateview\/(\d+)/.exec(call.path)?.[1])

/** The datasets that tabs may be opened with, by key. */
const sources: Readonly<Record<string, object>> = {
  '3__table': { id: 3, name: 'flights', schema: 'main', databaseId: 1, columns: ['origin'] },
}

export interface SqlEditorServer {
  readonly calls: Call[]
  readonly tabs: Map<number, StoredTab>
  readonly queries: Map<string, QueryStateJson>
}

/** Answers searches of tables like the server: page by page, those that begin with the text first. */
export function tablesPage(tables: readonly { readonly value: string; readonly type: string }[]) {
  return ({ query }: Call) => {
    const {
      filter = '',
      page = 0,
      page_size: size = 25,
    } = parseQ(query.get('q') ?? undefined) as {
      filter?: string
      page?: number
      page_size?: number
    }
    const at = ({ value }: { readonly value: string }) => value.toLowerCase().indexOf(filter.toLowerCase())
    const found = tables.filter((table) => at(table) >= 0)
    const result = [...found.filter((table) => at(table) === 0), ...found.filter((table) => at(table) > 0)]
    return { count: result.length, result: result.slice(page * size, (page + 1) * size) }
  }
}

/** Returns a stored tab. */
export const storedTab = (over: Partial<StoredTab> = {}): StoredTab => ({
  label: 'First',
  database_id: 1,
  schema: 'main',
  sql: 'SELECT 1',
  query_limit: 1000,
  latest_query_id: null,
  template_params: null,
  datasource_key: null,
  version: 1,
  isDeleted: false,
  ...over,
})

/**
 * Simulates the server of the SQL editor: it stores tabs with their versions, and runs the SQL defined in `queries`.
 * `over` answers other requests, or overrides these; `switches` are the settings of its database.
 */
export function serveSqlEditor(
  first: readonly StoredTab[] = [],
  over: MockResponses = {},
  switches: Partial<typeof database> = {},
): SqlEditorServer {
  const tabs = new Map(first.map((tab, index) => [index + 1, tab]))
  const queries = new Map<string, QueryStateJson>()
  const shown = (id: number, tab: StoredTab) => ({
    id,
    user_id: 1,
    label: tab.label,
    active: true,
    database_id: tab.database_id,
    schema: tab.schema,
    table_schemas: [],
    sql: tab.sql,
    query_limit: tab.query_limit,
    latest_query: queries.get(tab.latest_query_id ?? '') ?? null,
    autorun: false,
    template_params: tab.template_params,
    hide_left_bar: false,
    saved_query: null,
    datasource_key: tab.datasource_key,
    source: sources[tab.datasource_key ?? ''] ?? null,
  })
  const put = (call: Call) => {
    const tab = tabs.get(idOf(call))
    if (!tab || !(call.body instanceof URLSearchParams)) return Response.json({}, { status: 404 })
    const match = call.headers.get('if-match')
    if (match !== null && match !== `"${tab.version}"`) return Response.json({ message: 'Changed' }, { status: 412 })
    for (const [name, value] of call.body) Object.assign(tab, { [name]: JSON.parse(value) })
    tab.version += 1
    return Response.json({ id: idOf(call) }, { headers: { etag: `"${tab.version}"` } })
  }
  const post = (call: Call) => {
    const id = idOf(call)
    const tab = tabs.get(id)
    if (tab && call.path.endsWith('/restore')) tab.isDeleted = false
    if (tab) return 'OK'
    const made = JSON.parse(text(call, 'queryEditor') ?? '{}') as Record<string, unknown>
    const next = tabs.size + 1
    tabs.set(
      next,
      storedTab({
        label: String(made['name']),
        database_id: made['dbId'] as number,
        schema: made['schema'] as string | null,
        sql: String(made['sql']),
        query_limit: made['queryLimit'] as number,
        datasource_key: (made['datasourceKey'] as string | null | undefined) ?? null,
      }),
    )
    return { id: next }
  }
  const calls = mockResponses({
    'GET /api/v1/sqllab/': () => {
      const there = [...tabs].filter(([, tab]) => !tab.isDeleted)
      const [active] = there
      return {
        result: {
          active_tab: active ? shown(...active) : null,
          tab_state_ids: there.map(([id, { label }]) => ({ id, label })),
          databases: { 1: { ...database, ...switches } },
          queries: {},
        },
      }
    },
    'GET /tabstateview/': (call: Call) => {
      const tab = tabs.get(idOf(call))
      if (!tab) return Response.json({}, { status: 404 })
      return Response.json(shown(idOf(call), tab), { headers: { etag: `"${tab.version}"` } })
    },
    'PUT /tabstateview/': put,
    'POST /tabstateview/': post,
    'DELETE /tabstateview/': (call: Call) => {
      const tab = tabs.get(idOf(call))
      if (tab) tab.isDeleted = true
      return 'OK'
    },
    'GET /api/v1/query/updated_since': () => ({ result: [...queries.values()] }),
    'GET /api/v1/query/': { result: [], count: 0, ids: [] },
    'GET /api/v1/saved_query/': { result: [], count: 0, ids: [] },
    'GET /api/v1/sqllab/exports/': { result: [] },
    'POST /api/v1/sqllab/preview/': { result: { columns: [], data: [], limited: false }, error: null },
    'POST /api/v1/query/stop': { result: 'OK' },
    'GET /api/v1/database/1/schemas/': { result: ['main', 'other'] },
    'GET /api/v1/database/1/tables/': tablesPage([
      { value: 'flights', type: 'table' },
      { value: 'late flights', type: 'view' },
    ]),
    'GET /api/v1/database/1/table/flights/main/': {
      name: 'flights',
      columns: [
        { name: 'origin', type: 'VARCHAR', longType: 'VARCHAR(3)' },
        { name: 'delay', type: 'BIGINT' },
      ],
      selectStar: 'SELECT\n  "origin",\n  "delay"\nFROM "flights"',
      rowEstimate: 3_000_000,
      createStatement: 'CREATE TABLE flights (origin VARCHAR)',
    },
    'GET /api/v1/database/1/function_names/': { function_names: ['count', 'date_trunc'] },
    ...over,
  })
  return { calls, tabs, queries }
}
