import * as z from 'zod'
import type { Dataset } from '#core/entity/dataset.ts'
import { readBody } from '#core/rest/body.ts'
import { refreshResponse } from '#core/rest/dataset-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { planRefresh, saveColumnRefresh } from '#server/resources/shared/column-refresh.ts'
import { renamedSchema } from '#server/resources/shared/rename-columns.ts'
import { readColumns } from '#server/resources/shared/source-columns.ts'
import { type RouteResponse, type RouteRequest, jsonResponse } from '#server/route/route.ts'

export const refreshBody = z.looseObject({
  /** Names of columns that the source no longer has, each with the source column that replaces it. */
  renamed: renamedSchema.nullish(),
  /** Reports the changes without making them. */
  dry_run: z.boolean().nullish(),
})

/**
 * Updates the columns of a dataset from its source, in one transaction. A renamed column keeps its edits, and its new
 * name is written into the dataset and the charts that the caller may edit.
 */
export async function refreshDataset(dataset: Dataset, request: RouteRequest): Promise<RouteResponse> {
  const read = readBody(refreshBody, request.body ?? {})
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { store, chartData } = request.context
  const database = await store.databases.get(dataset.database_id)
  if (!database) throw new ApiError('database-missing')
  const found = await readColumns(chartData, database, dataset, request)
  if (found.length === 0) throw new ApiError('table-missing', { args: [dataset.table_name] })
  const plan = await planRefresh(dataset, request, found, new Map(Object.entries(read.ok.renamed ?? {})))
  const undo = read.ok.dry_run ? [] : await saveColumnRefresh(plan, request)
  const { changes, charts } = plan
  return jsonResponse(refreshResponse, { message: 'OK', changes, charts, undo })
}
