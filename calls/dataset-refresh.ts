import type * as z from 'zod'
import type { refreshResponse } from '#core/rest/dataset-shapes.ts'
import { restoreVersion } from '#calls/history.ts'
import { call } from '#calls/call.ts'

/** The result of a refresh. `undo` lists the previous versions. */
export type DatasetRefresh = z.output<typeof refreshResponse>

/** Syncs the columns of a dataset from its source; `renamed` maps removed columns to columns of the source. */
export function refreshDataset(id: number, renamed: Readonly<Record<string, string>>): Promise<DatasetRefresh> {
  return call('PUT', `/api/v1/dataset/${id}/refresh`, { body: { renamed } })
}

/** Reverts a refresh: the dataset, then its charts. */
export async function undoRefresh({ undo }: DatasetRefresh): Promise<void> {
  for (const { resource, id, revision } of undo) await restoreVersion(resource, id, revision)
}
