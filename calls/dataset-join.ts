import type * as z from 'zod'
import type { joinResponse } from '#core/rest/dataset-shapes.ts'
import type { JoinType } from '#core/query/join-sql.ts'
import { call } from '#calls/call.ts'
import { createResource } from '#calls/resources.ts'

/** One dataset of a join as sent: all but the first say how they are joined. `with` is a dataset position from 0. */
export interface JoinDatasetRequest {
  readonly dataset_id: number
  readonly type?: JoinType
  readonly keys?: readonly { readonly column: string; readonly with: number; readonly with_column: string }[]
}

/** A join as its database sees it; counts are null if counting timed out or keys do not match. */
export type JoinPreview = z.output<typeof joinResponse>['result']

/** Validates a join and counts its rows. Nothing is saved. */
export async function previewJoin(datasets: readonly JoinDatasetRequest[], signal?: AbortSignal): Promise<JoinPreview> {
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
