import { isSavedDataset } from '#core/access/rules.ts'
import { datasetFoundResponse } from '#core/rest/response-shapes.ts'
import * as z from 'zod'
import type { Dataset } from '#core/entity/dataset.ts'
import { ids, int, readBody, textOf } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import { requireFreeDatasetName } from '#server/dataset/temporary-datasets.ts'
import { findAllowedRow } from '#server/resources/resource-handlers.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { logCopy } from '#server/resources/shared/log-copy.ts'
import { resolveOwners } from '#server/resources/shared/owners.ts'
import { copyTags } from '#server/resources/shared/tags.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'

const duplication = z.looseObject({
  base_model_id: int,
  table_name: textOf(1, 250),
  owners: ids.optional(),
})
const duplicateBody = z.looseObject({
  table_name: textOf(1, 250),
  database_id: int,
  schema: textOf(0, 250).nullish(),
  template_params: z.string().nullish(),
  normalize_columns: z.boolean().optional(),
  always_filter_main_dttm: z.boolean().optional(),
})

/** Routes that create datasets from existing data: a copy of a virtual dataset, and the dataset of a table. */
export function copyRoutes(resource: () => AnyResource, view: string): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/duplicate',
      policy: { permission: 'can_duplicate', view },
      body: duplication,
      handler: (request) => duplicate(resource(), request),
    },
    {
      method: 'POST',
      path: '/get_or_create',
      policy: { permission: 'can_get_or_create_dataset', view },
      body: duplicateBody,
      responses: { 200: datasetFoundResponse },
      handler: (request) => getOrCreate(resource(), request),
    },
  ]
}

function parseCopyBody<Schema extends z.ZodType>(schema: Schema, request: RouteRequest): z.output<Schema> {
  if (typeof request.body !== 'object' || request.body === null) throw new ApiError('not-json')
  const body = readBody(schema, request.body)
  if ('errors' in body) throw new ApiError('fields-wrong', { fields: body.errors })
  return body.ok
}

function rejectFields(fields: FieldErrors): never {
  throw new ApiError('fields-refused', { fields })
}

/**
 * Copies the dataset with its columns and metrics under another name. The copy has the same SQL, which its reader may
 * read.
 */
async function duplicate(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const body = parseCopyBody(duplication, request)
  const { store } = request.context
  const base = (await findAllowedRow(resource, request, body.base_model_id, 'read')) as Dataset
  if (!base.sql) rejectFields({ base_model_id: ['Only virtual datasets can be duplicated'] })
  // Creating a dataset from SQL requires access to its database. The copy is created like a new dataset, then gets the
  // rest.
  const { table_name } = body
  const { database_id: database, schema, sql } = base
  const parsed = await resource.parse({ database, table_name, schema, sql }, request)
  if ('errors' in parsed)
    throw new ApiError(parsed.status === 400 ? 'fields-wrong' : 'fields-refused', { fields: parsed.errors })
  const owners = await resolveOwners(store, request.user, body.owners)
  if ('errors' in owners) rejectFields(owners.errors)
  const {
    id: _,
    uuid: _uuid,
    created_on: _created,
    changed_on: _changed,
    created_by_fk: _createdBy,
    changed_by_fk: _changedBy,
    deleted_at: _deleted,
    version: _version,
    definition_version: _definition,
    is_managed_externally: _managed,
    external_url: _url,
    folder_id: _folder,
    expires_on: _expires,
    ...sent
  } = base
  const copied = <Part extends { readonly id: number; readonly uuid: string }>(parts: readonly Part[]) =>
    parts.map(({ id: _part, uuid: _own, ...part }) => part)
  const draft = {
    ...sent,
    table_name,
    owners: owners.ok ?? [],
    columns: copied(base.columns),
    metrics: copied(base.metrics),
  }
  const row = await store.transaction(async (tx) => {
    await requireFreeDatasetName(tx, draft)
    const created = await tx.datasets.create(draft, request.user.userId)
    await copyTags(tx, request.user, 'dataset', { from: base.id, to: created.id })
    await logCopy(tx, request.user, { type: 'dataset', from: base.id, to: created.id })
    return created
  })
  return { status: 201, json: { id: row.id, result: body } }
}

/** Returns the dataset of a table; creates it if there is none that the caller may read. */
async function getOrCreate(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const { database_id, ...body } = parseCopyBody(duplicateBody, request)
  const { store } = request.context
  const existing = await store.datasets.find({
    and: [
      { col: 'database_id', op: 'eq', value: database_id },
      { col: 'table_name', op: 'eq', value: body.table_name },
      { col: 'schema', op: 'eq', value: body.schema ?? null },
      isSavedDataset,
      resource.rule(request, 'read'),
    ],
  })
  if (existing) return jsonResponse(datasetFoundResponse, { result: { table_id: existing.id } })
  const parsed = await resource.parse({ ...body, database: database_id }, request)
  if ('errors' in parsed)
    throw new ApiError(parsed.status === 400 ? 'fields-wrong' : 'fields-refused', { fields: parsed.errors })
  const row = await resource.create(parsed.ok, request)
  return jsonResponse(datasetFoundResponse, { result: { table_id: row.id } })
}
