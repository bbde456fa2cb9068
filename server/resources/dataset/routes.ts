import { doneResponse, foundColumnsResponse, relatedObjectsResponse } from '#core/rest/response-shapes.ts'
import { lineageResponse, refreshResponse } from '#core/rest/dataset-shapes.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { parseRelatedQuery } from '#core/rest/list-query.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { findAllowedRow, idOf } from '#server/resources/resource-handlers.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { lineageOf } from './lineage.ts'
import { refreshBody, refreshDataset } from './refresh.ts'
import { relatedObjects } from '#server/resources/shared/related-objects.ts'

/**
 * Routes of datasets besides reading and writing them: refresh from the source, lineage, deletion of a column or
 * metric.
 */
export function datasetRoutes(resource: () => AnyResource, view: string): readonly Route[] {
  const read = { permission: 'can_read', view }
  const write = { permission: 'can_write', view }
  const of =
    (action: 'read' | 'write', handler: (dataset: Dataset, request: RouteRequest) => Promise<RouteResponse>) =>
    async (request: RouteRequest): Promise<RouteResponse> =>
      handler((await findAllowedRow(resource(), request, idOf(request), action)) as Dataset, request)
  return [
    {
      method: 'GET',
      path: '/columns',
      policy: read,
      responses: { 200: foundColumnsResponse },
      handler: (request) => searchColumns(resource(), request),
    },
    {
      method: 'PUT',
      path: '/:id/refresh',
      policy: write,
      body: refreshBody,
      responses: { 200: refreshResponse },
      handler: of('write', refreshDataset),
    },
    {
      method: 'GET',
      path: '/:id/related_objects',
      policy: read,
      responses: { 200: relatedObjectsResponse },
      handler: of('read', showRelatedObjects),
    },
    {
      method: 'GET',
      path: '/:id/lineage',
      policy: read,
      responses: { 200: lineageResponse },
      handler: of('read', lineage),
    },
    {
      method: 'DELETE',
      path: '/:id/column/:part',
      policy: write,
      responses: { 200: doneResponse },
      handler: of('write', (row, request) => drop(row, request, 'columns')),
    },
    {
      method: 'DELETE',
      path: '/:id/metric/:part',
      policy: write,
      responses: { 200: doneResponse },
      handler: of('write', (row, request) => drop(row, request, 'metrics')),
    },
  ]
}

/** Minimum characters of the text by which columns are found: one letter matches nearly all columns. */
const MIN_COLUMN_TEXT = 2

/** `GET /columns/?q=(filter:text,page_size:N)`: returns columns of the listed datasets by a part of their name. */
async function searchColumns(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const { filter, pageSize } = parseRelatedQuery(request.q)
  const { datasets } = request.context.store
  const result =
    filter.trim().length < MIN_COLUMN_TEXT
      ? []
      : await datasets.findColumns(filter.trim(), resource.rule(request, 'list'), pageSize)
  return jsonResponse(foundColumnsResponse, { count: result.length, result: [...result] })
}

async function showRelatedObjects(dataset: Dataset, request: RouteRequest): Promise<RouteResponse> {
  return jsonResponse(relatedObjectsResponse, await relatedObjects(request, [dataset.id]))
}

async function lineage(dataset: Dataset, request: RouteRequest): Promise<RouteResponse> {
  return jsonResponse(lineageResponse, { id: dataset.id, result: await lineageOf(dataset, request) })
}

async function drop(dataset: Dataset, request: RouteRequest, kind: 'columns' | 'metrics'): Promise<RouteResponse> {
  const id = idOf(request, 'part')
  const parts: readonly { readonly id: number }[] = dataset[kind]
  if (!parts.some((part) => part.id === id)) throw new ApiError('not-found')
  const stored = parts.filter((part) => part.id !== id)
  await request.context.store.datasets.update(dataset.id, { [kind]: stored }, request.user.userId)
  return jsonResponse(doneResponse, { message: 'OK' })
}
