import type { JoinMetricReason } from '#core/rest/dataset-shapes.ts'
import type { JoinType } from '#core/query/join-sql.ts'
import { call } from '#calls/call.ts'
import { createResource } from '#calls/resources.ts'

/** One dataset of a join as sent: all but the first say how they are joined. `with` is a dataset position from 0. */
export interface JoinDatasetSent {
  readonly dataset_id: number
  readonly type?: JoinType
  readonly keys?: readonly { readonly column: string; readonly with: number; readonly with_column: string }[]
}

/** A join as its database sees it; counts are null if counting timed out or keys do not match. */
export interface JoinPreview {
  readonly database_id: number
  readonly sql: string | null
  readonly columns: readonly { readonly name: string; readonly dataset: number; readonly column: string }[]
  readonly rows: number | null
  readonly datasets: readonly {
    readonly id: number
    readonly table_name: string
    readonly rows: number | null
    /** The number of duplicates of rows in the result. */
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
    /** `collation`: the types are names of collations. */
    readonly reason: 'type' | 'collation'
  }[]
  /** Metrics of the datasets in the result. `dataset` is a position from 0. */
  readonly metrics: readonly JoinMetric[]
  readonly refused_metrics: readonly {
    readonly dataset: number
    readonly metric_name: string
    readonly reason: JoinMetricReason
  }[]
}

/** A metric of a joined dataset, rewritten for the result; further keys are its fields. */
interface JoinMetric {
  readonly dataset: number
  readonly metric_name: string
  readonly expression: string
}

/** Validates a join and counts its rows. Nothing is saved. */
export async function previewJoin(datasets: readonly JoinDatasetSent[], signal?: AbortSignal): Promise<JoinPreview> {
  const body = { datasets }
  return (await call<{ result: JoinPreview }>('POST', '/api/v1/dataset/join/', { body, signal })).result
}

/** Creates the dataset of a join, with the metrics that are right in it. */
export function createJoinedDataset(
  { database_id: database, metrics }: Pick<JoinPreview, 'database_id' | 'metrics'>,
  table_name: string,
  sql: string,
): Promise<{ readonly id: number }> {
  const sent = metrics.map(({ dataset: _dataset, ...metric }) => metric)
  return createResource('dataset', { database, table_name, sql, ...(sent.length > 0 ? { metrics: sent } : {}) })
}
