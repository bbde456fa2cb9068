import type { WireError } from '#core/rest/error-body.ts'
import type { LimitingFactor, StatementState } from '#core/rest/sqllab.ts'
import { integer, integerOr, integerOrNull, text, textOrNull } from './field.ts'
import { type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/** Whether a query waits, runs, or how it ended. */
export type QueryStatus = 'pending' | 'running' | 'success' | 'failed' | 'timed_out' | 'stopped'

const own = { body: false, bundle: false } as const

/** SQL that somebody has run, when, and how it ended. The server alone writes it; who ran it has created it. */
export const queryEntity = defineEntity({
  table: 'queries',
  rights: { view: 'Query', permissions: ['can_read', 'can_export_csv'] },
  fields: {
    /** What clients call it before it has an id; at most 11 characters. */
    client_id: text(own),
    database_id: integer({ ...own, shown: 'never' }),
    schema: textOrNull({ ...own, sorted: true, shown: 'list' }),
    tab_name: textOrNull({ ...own, sorted: true }),
    /** As it was written. */
    sql: textOrNull({ ...own, folded: true, sorted: true, filter: 'text' }),
    /** As it was put to the database; null where it never was, or where row rules of others stand in it. */
    executed_sql: textOrNull(own),
    status: text<QueryStatus>({ ...own, filter: 'text' }),
    /** Rows of the answer; null when there was none. */
    rows: integerOrNull({ ...own, sorted: true }),
    /** Rows it was given at most. */
    row_limit: integerOrNull({ ...own, shown: 'never' }),
    /** Why it failed, as its author was told. */
    error_message: textOrNull({ ...own, shown: 'show' }),
    /** Epoch milliseconds, as they are answered. */
    start_time: integer({ ...own, sorted: true, filter: 'number' }),
    end_time: integerOrNull(own),
    /** The tab of the SQL editor that started it. */
    sql_editor_id: textOrNull({ ...own, shown: 'show' }),
    /** The key of the rows of its last statement. */
    results_key: textOrNull({ ...own, shown: 'show' }),
    /** Percent of its statements that have ended. */
    progress: integerOr(100, { ...own, shown: 'show' }),
    /** JSON text of `QueryExtra`. */
    extra_json: textOrNull({ ...own, shown: 'never' }),
  },
  relations: { database: { to: 'databases', fk: 'database_id' } },
})

export type Query = RowOf<typeof queryEntity>
export type QueryDraft = DraftOf<typeof queryEntity>

/** What a run of the SQL editor keeps beside its columns, as JSON text in `extra_json`. */
export interface QueryExtra {
  readonly statements?: readonly StatementState[]
  readonly limitingFactor?: LimitingFactor
  /** What is done at the moment, for people. */
  readonly progress?: string | null
  readonly errors?: readonly WireError[]
  /** JSON text. */
  readonly templateParams?: string | null
  /** The job that runs it; absent for a run whose caller waits. */
  readonly jobId?: number
  /** The table or view that its last statement creates. */
  readonly creation?: QueryCreation
}

/** A table or view that the SELECT of a run becomes. */
export interface QueryCreation {
  readonly method: 'TABLE' | 'VIEW'
  readonly schema: string
  readonly name: string
}
