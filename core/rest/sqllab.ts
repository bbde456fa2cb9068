import * as z from 'zod'
import { int, jsonText, textOf } from './body.ts'

/* Requests and responses of SQL Lab and its REST routes. Times are epoch milliseconds. */

const text = z.string().nullable()
const number = z.number().nullable()

/** Default number of rows of a query. */
export const SQL_ROW_LIMIT = 1000
/** Maximum number of result rows in the response of a synchronous run. */
export const MAX_DISPLAYED_ROWS = 10_000
export const MAX_CLIENT_ID = 11
/** Maximum number of rows of a preview. */
export const SQL_PREVIEW_ROWS = 50

/** The state of a run or of one of its statements. `not_run`: an earlier statement failed or was stopped. */
const queryStates = ['pending', 'running', 'success', 'failed', 'stopped', 'timed_out', 'not_run'] as const

const wireError = z.looseObject({
  message: z.string(),
  error_type: z.string(),
  level: z.string(),
  /** `line` and `column` count from 1 in the SQL that was sent. */
  extra: z.looseObject({ line: z.int().optional(), column: z.int().optional() }).nullish(),
})

/** One statement of a run. `start` and `end` (exclusive) are offsets in the SQL that was sent. */
export const statementState = z.object({
  index: z.int(),
  sql: z.string(),
  start: z.int(),
  end: z.int(),
  state: z.enum(queryStates),
  rows: z.int().nullable(),
  /** True if there were more rows than the limit. */
  limited: z.boolean(),
  resultsKey: text,
  startDttm: number,
  endDttm: number,
  errors: z.array(wireError),
  /** The command of a statement that changes data or tables, for example `INSERT`; absent for SELECT. */
  command: z.string().optional(),
  /** Number of changed rows; null if it is not counted. */
  changedRows: z.int().nullable().optional(),
})
export type StatementState = Readonly<z.output<typeof statementState>>

/** The origin of a run's row limit, as on the wire. */
export const limitingFactors = ['QUERY', 'DROPDOWN', 'QUERY_AND_DROPDOWN', 'NOT_LIMITED', 'UNKNOWN'] as const
export type LimitingFactor = (typeof limitingFactors)[number]

/** A run in responses; `id` is the client id. */
export const queryStateShape = z.looseObject({
  id: z.string(),
  queryId: z.int(),
  dbId: z.int(),
  db: text,
  schema: text,
  sql: text,
  executedSql: text,
  state: z.string(),
  progress: z.int(),
  rows: z.int().nullable(),
  limit: z.int().nullable(),
  limitingFactor: z.enum(limitingFactors),
  resultsKey: text,
  errorMessage: text,
  startDttm: number,
  endDttm: number,
  changed_on: z.string(),
  tab: text,
  sqlEditorId: text,
  ctas: z.boolean(),
  tempTable: text,
  tempSchema: text,
  userId: z.int().nullable(),
  user: text,
  trackingUrl: text,
  serverId: z.int(),
  extra: z.looseObject({
    progress: text.optional(),
    errors: z.array(wireError).optional(),
    statements: z.array(statementState).optional(),
    /** Position among the waiting runs, from 1; null if it is not waiting. */
    position: z.int().nullable().optional(),
  }),
})
export type QueryStateJson = Readonly<z.output<typeof queryStateShape>>

/** A column of a result: the name in two fields, for older and newer clients, and the database type. */
export const sqlResultColumn = z.object({
  name: z.string(),
  column_name: z.string(),
  type: z.string(),
  type_generic: z.int(),
  is_dttm: z.boolean(),
})
export type SqlResultColumn = Readonly<z.output<typeof sqlResultColumn>>

/** The rows of a statement, as records by column name. */
export const sqlResult = z.looseObject({
  query_id: z.int(),
  status: z.string(),
  data: z.array(z.record(z.string(), z.unknown())),
  columns: z.array(sqlResultColumn),
  selected_columns: z.array(sqlResultColumn),
  expanded_columns: z.array(sqlResultColumn),
  query: queryStateShape,
  displayLimitReached: z.boolean().optional(),
})
export type SqlResultJson = Readonly<z.output<typeof sqlResult>>

export const pendingQuery = z.object({ query: queryStateShape })

/** Starts a SQL run. Unknown keys are ignored, because clients send additional ones. */
export const executeBody = z.looseObject({
  database_id: int,
  sql: z.string(),
  client_id: textOf(0, MAX_CLIENT_ID).nullish(),
  schema: text.optional(),
  catalog: text.optional(),
  queryLimit: z.number().nullish(),
  sql_editor_id: z.union([z.string(), z.number()]).nullish(),
  tab: text.optional(),
  runAsync: z.boolean().nullish(),
  templateParams: jsonText.or(z.literal('')).nullish(),
  select_as_cta: z.boolean().nullish(),
  ctas_method: z.enum(['TABLE', 'VIEW']).nullish(),
  tmp_table_name: text.optional(),
})
export type ExecuteBody = Readonly<z.output<typeof executeBody>>

export const formatBody = z.looseObject({ sql: z.string() })
export const formattedResponse = z.object({ result: z.string() })

export const estimateBody = z.looseObject({
  database_id: int,
  sql: z.string(),
  schema: text.optional(),
  template_params: z.record(z.string(), z.unknown()).nullish(),
  /** The same as JSON text, which keeps all digits of numbers. */
  templateParams: jsonText.or(z.literal('')).nullish(),
})
export const estimateResponse = z.object({ result: z.array(z.record(z.string(), z.unknown())) })

export const explainBody = z.looseObject({
  database_id: int,
  sql: z.string(),
  schema: text.optional(),
  templateParams: jsonText.or(z.literal('')).nullish(),
})

/** The first rows of a statement that is being edited; or `null` and the reason why it has no preview. */
export const sqlPreviewResponse = z.object({
  result: z
    .object({
      columns: z.array(sqlResultColumn),
      data: z.array(z.record(z.string(), z.unknown())),
      /** True if there are more rows. */
      limited: z.boolean(),
    })
    .nullable(),
  error: wireError.nullable(),
})
export type SqlPreviewResponse = Readonly<z.output<typeof sqlPreviewResponse>>
export type SqlPreviewJson = NonNullable<SqlPreviewResponse['result']>

/** A node of a query plan. `cost` includes that of the children, in the unit of the engine. */
const planNode = z
  .object({
    name: z.string(),
    /** Further details of the node, one per line. */
    detail: z.string(),
    cost: number,
    /** Estimated number of rows that the node returns. */
    rows: number,
    isCostliest: z.boolean(),
    get children() {
      return z.array(planNode)
    },
  })
  .meta({ id: 'PlanNode' })
export interface PlanNode {
  readonly name: string
  readonly detail: string
  readonly cost: number | null
  readonly rows: number | null
  readonly isCostliest: boolean
  readonly children: readonly PlanNode[]
}
export const explainResponse = z.object({ result: planNode })

export const sqlPermalinkBody = z.looseObject({
  dbId: int.nullish(),
  name: textOf(0, 256).nullish(),
  schema: text.optional(),
  sql: z.string(),
  templateParams: text.optional(),
})

/** The initial state of SQL Lab when it is opened by a form (`POST /superset/sqllab/`). */
export interface RequestedQuery {
  readonly datasourceKey: string
  readonly sql: string
  /** The database of the dataset; null if unknown. */
  readonly databaseId: number | null
  /** Null if the dataset does not exist or the caller may not read it. */
  readonly dataset: {
    readonly id: number
    readonly name: string
    readonly schema: string | null
    readonly databaseId: number
    readonly columns: readonly string[]
  } | null
}

/** A SQL Lab tab as stored on the server. */
export const tabState = z.looseObject({
  id: z.int(),
  user_id: z.int(),
  label: text,
  active: z.boolean(),
  database_id: z.int().nullable(),
  schema: text,
  table_schemas: z.array(z.looseObject({ id: z.int(), table: z.string(), schema: text, expanded: z.boolean() })),
  sql: text,
  query_limit: z.int().nullable(),
  latest_query: queryStateShape.nullable(),
  autorun: z.boolean(),
  template_params: text,
  hide_left_bar: z.boolean(),
  saved_query: z.looseObject({ id: z.int(), label: text }).nullable(),
  /** The dataset with which the tab was opened, and the parts that the caller may currently read. */
  datasource_key: text,
  source: z
    .object({
      id: z.int(),
      name: z.string(),
      schema: text,
      databaseId: z.int(),
      columns: z.array(z.string()).readonly(),
    })
    .nullable(),
})
export type TabStateJson = Readonly<z.output<typeof tabState>>

/** A database in the list of SQL Lab. */
const sqlDatabase = z.looseObject({
  id: z.int(),
  database_name: z.string(),
  backend: z.string(),
  allow_ctas: z.boolean(),
  allow_cvas: z.boolean(),
  allow_dml: z.boolean(),
  allow_run_async: z.boolean(),
  allow_file_upload: z.boolean(),
  allows_cost_estimate: z.boolean(),
  expose_in_sqllab: z.boolean(),
})

/** The initial data of SQL Lab. */
export const sqlLabResponse = z.object({
  result: z.object({
    active_tab: tabState.nullable(),
    tab_state_ids: z.array(z.object({ id: z.int(), label: text })),
    databases: z.record(z.string(), sqlDatabase),
    queries: z.record(z.string(), queryStateShape),
  }),
})
export type SqlLabJson = Readonly<z.output<typeof sqlLabResponse>>['result']
