import type { JoinType } from '#core/query/join-sql.ts'
import { call } from '#calls/call.ts'
import { createResource } from '#calls/resources.ts'

/** One dataset of a join as it is sent: all but the first say how they are joined. `with` counts the datasets from 0. */
export interface JoinDatasetSent {
  readonly dataset_id: number
  readonly type?: JoinType
  readonly keys?: readonly { readonly column: string; readonly with: number; readonly with_column: string }[]
}

/** A join as its database sees it; counts are null where they were not counted in time, or keys do not fit. */
export interface JoinPreview {
  readonly database_id: number
  readonly sql: string | null
  readonly columns: readonly { readonly name: string; readonly dataset: number; readonly column: string }[]
  readonly rows: number | null
  readonly datasets: readonly {
    readonly id: number
    readonly table_name: string
    readonly rows: number | null
    /** How often rows stand in the result beyond the first time. */
    readonly repeated: number | null
    readonly unmatched: number | null
  }[]
  /** The first rows, each value as text, in the order of the columns. */
  readonly first_rows: readonly (readonly (string | null)[])[] | null
  readonly mismatched_keys: readonly {
    readonly dataset: number
    readonly column: string
    readonly type: string
    readonly with: number
    readonly with_column: string
    readonly with_type: string
  }[]
}

/** Checks a join and counts its rows. Nothing is saved. */
export async function previewJoin(datasets: readonly JoinDatasetSent[], signal?: AbortSignal): Promise<JoinPreview> {
  const body = { datasets }
  return (await call<{ result: JoinPreview }>('POST', '/api/v1/dataset/join/', { body, signal })).result
}

/** Saves a dataset of SQL. */
export function createSqlDataset(database: number, table_name: string, sql: string): Promise<{ readonly id: number }> {
  return createResource('dataset', { database, table_name, sql })
}
