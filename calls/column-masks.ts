import { call } from '#calls/call.ts'
import type { ColumnMasksResponse, ColumnMasksBody } from '#core/rest/column-masks.ts'

/** Returns the masks of the columns of a dataset. */
export function fetchColumnMasks(datasetId: number, signal?: AbortSignal): Promise<ColumnMasksResponse> {
  return call('GET', `/api/v1/dataset/${datasetId}/masks`, { signal })
}

/** Replaces the masks of a dataset; fails with 412 if another user has saved masks since `version`. */
export function saveColumnMasks(
  datasetId: number,
  masks: ColumnMasksBody['masks'],
  version: number,
): Promise<ColumnMasksResponse> {
  const headers = { 'if-match': `"${version}"` }
  return call('PUT', `/api/v1/dataset/${datasetId}/masks`, { body: { masks }, headers })
}
