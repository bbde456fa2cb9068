import type { WireError } from '#core/rest/error-body.ts'
import type { LimitingFactor, StatementState } from '#core/rest/sqllab.ts'
import { integer, integerWithDefault, nullableInteger, text, nullableText } from './field.ts'
import { type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/** The state of a query: waiting, running, or its outcome. */
export type QueryStatus = 'pending' | 'running' | 'success' | 'failed' | 'timed_out' | 'stopped'

const serverOnly = { body: false, bundle: false } as const

/** A SQL run of a user with its time and outcome. Only the server writes it; its creator is the user who ran it. */
export const queryEntity = defineEntity({
  table: 'queries',
  rights: { view: 'Query', permissions: ['can_read', 'can_export_csv'] },
  fields: {
    /** The client's name for it before it has an id; at most 11 characters. */
    client_id: text(serverOnly),
    database_id: integer({ ...serverOnly, shown: 'never' }),
    schema: nullableText({ ...serverOnly, sorted: true, shown: 'list' }),
    tab_name: nullableText({ ...serverOnly, sorted: true }),
    /** The SQL as written by the user. */
    sql: nullableText({ ...serverOnly, folded: true, sorted: true, filter: 'text' }),
    /** The SQL sent to the database; null if it was never sent or contains other users' row rules. */
    executed_sql: nullableText(serverOnly),
    status: text<QueryStatus>({ ...serverOnly, filter: 'text' }),
    /** Rows of the result; null if there was none. */
    rows: nullableInteger({ ...serverOnly, sorted: true }),
    /** The row limit of the run. */
    row_limit: nullableInteger({ ...serverOnly, shown: 'never' }),
    /** The error message shown to its author. */
    error_message: nullableText({ ...serverOnly, shown: 'show' }),
    /** Epoch milliseconds, also in responses. */
    start_time: integer({ ...serverOnly, sorted: true, filter: 'number' }),
    end_time: nullableInteger(serverOnly),
    /** The tab of the SQL editor that started it. */
    sql_editor_id: nullableText({ ...serverOnly, shown: 'show' }),
    /** The key of the result rows of its last statement. */
    results_key: nullableText({ ...serverOnly, shown: 'show' }),
    /** Percentage of its statements that have ended. */
    progress: integerWithDefault(100, { ...serverOnly, shown: 'show' }),
    /** JSON text of `QueryExtra`. */
    extra_json: nullableText({ ...serverOnly, shown: 'never' }),
  },
  relations: { database: { to: 'databases', fk: 'database_id' } },
})

export type Query = RowOf<typeof queryEntity>
export type QueryDraft = DraftOf<typeof queryEntity>

/** Further data of a SQL editor run, stored as JSON text in `extra_json`. */
export interface QueryExtra {
  readonly statements?: readonly StatementState[]
  readonly limitingFactor?: LimitingFactor
  /** The current stage, for display. */
  readonly progress?: string | null
  readonly errors?: readonly WireError[]
  /** False if the errors certainly contain no message of the engine, which may quote row values. */
  readonly hasEngineMessage?: boolean
  /** JSON text. */
  readonly templateParams?: string | null
  /** The job that runs it; absent for a synchronous run. */
  readonly jobId?: number
  /** The table or view that its last statement creates. */
  readonly creation?: QueryCreation
}

/** The table or view that the SELECT of a run creates. */
export interface QueryCreation {
  readonly method: 'TABLE' | 'VIEW'
  readonly schema: string
  readonly name: string
}
