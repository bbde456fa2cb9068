import { completeDataset, sourceColumns } from '#core/rest/data-shapes.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { findAllowedRow, ifMatch } from '#server/resources/resource-handlers.ts'
import { loadTags } from '#server/resources/shared/tags.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { presentDataset } from '#server/resources/shared/present-dataset.ts'
import { requireDatabase } from '#server/resources/shared/database-access.ts'
import { type DatasetBody, updateDataset } from './body.ts'
import { columnSourceOf, savedFields } from './datasource-body.ts'
import { columnsOf, externalMetadataByName } from './external-metadata.ts'

/** Maximum bytes of a saved dataset: thousands of columns fit. */
const SAVE_LIMIT = 4 * 1024 * 1024

/** Datasets by their former URLs, which name a type and an id: read, save, compare with the source. */
export function datasourceRoutes(resource: () => AnyResource): readonly Route[] {
  const policy = (permission: string) => ({ permission, view: 'Datasource' })
  return [
    {
      method: 'GET',
      path: '/datasource/get/:type/:id',
      policy: policy('can_get'),
      responses: { 200: completeDataset },
      handler: async (request) => showDatasource(await find(resource(), request, request.params), request),
    },
    {
      method: 'POST',
      path: '/datasource/save',
      policy: policy('can_save'),
      formLimit: SAVE_LIMIT,
      responses: { 200: completeDataset },
      handler: (request) => save(resource(), request),
    },
    {
      method: 'GET',
      path: '/datasource/external_metadata/:type/:id',
      policy: policy('can_external_metadata'),
      responses: { 200: sourceColumns },
      handler: (request) => external(resource(), request),
    },
    {
      method: 'GET',
      path: '/datasource/external_metadata_by_name',
      policy: policy('can_external_metadata_by_name'),
      responses: { 200: sourceColumns },
      handler: externalMetadataByName,
    },
    {
      method: 'GET',
      path: '/superset/fetch_datasource_metadata',
      policy: { permission: 'can_fetch_datasource_metadata', view: 'Superset' },
      responses: { 200: completeDataset },
      handler: (request) => metadata(resource(), request),
    },
  ]
}

interface Key {
  readonly type?: string
  readonly id?: string
}

/** Returns the dataset of a type and an id; `table` is the only type. */
async function find(
  resource: AnyResource,
  request: RouteRequest,
  { type = '', id = '' }: Key,
  action: 'read' | 'write' = 'read',
): Promise<Dataset> {
  if (type !== 'table') throw new ApiError('dataset-type', { args: [type] })
  if (!/^\d{1,15}$/.test(id)) throw new ApiError('not-found')
  return (await findAllowedRow(resource, request, Number(id), action)) as Dataset
}

async function showDatasource(dataset: Dataset, request: RouteRequest): Promise<RouteResponse> {
  const tagsOf = await loadTags(request.context.store, 'dataset', [dataset])
  const json = { ...(await presentDataset(dataset, request)), tags: tagsOf(dataset.id) }
  return { status: 200, headers: { etag: `"${dataset.version}"` }, json }
}

function metadata(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const [id, type] = (request.query['datasourceKey'] ?? '').split('__')
  return find(resource, request, { ...(type ? { type } : {}), ...(id ? { id } : {}) }).then((row) =>
    showDatasource(row, request),
  )
}

/** Saves the form field `data`; responds with the saved dataset. */
async function save(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const fields = savedFields(request.form?.fields['data'])
  const row = await find(resource, request, { type: fields.type, id: String(fields.id) }, 'write')
  if (row.is_managed_externally) throw new ApiError('managed-externally')
  const parsed = await resource.parse(fields.body, { ...request, query: {} }, row)
  if ('errors' in parsed) {
    throw new ApiError(parsed.status === 400 ? 'fields-wrong' : 'fields-refused', { fields: parsed.errors })
  }
  await updateDataset(row, parsed.ok as DatasetBody, request, ifMatch(request))
  const after = await request.context.store.datasets.get(row.id)
  if (!after) throw new ApiError('not-found')
  return showDatasource(after, request)
}

/** Returns the columns of the source, of the saved dataset or with the changes of its editor. */
async function external(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const dataset = await find(resource, request, request.params)
  const database = await request.context.store.databases.get(dataset.database_id)
  if (!database) throw new ApiError('database-missing')
  const source = columnSourceOf(dataset, request.query)
  // Other SQL or another table may read data that the caller has no access to.
  if (source !== dataset) await requireDatabase(request, database)
  return columnsOf(request, database, source, dataset)
}
