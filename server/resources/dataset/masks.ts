import { createHash } from 'node:crypto'
import { savedOrOwnCondition } from '#core/access/rules.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import { readBody } from '#core/rest/body.ts'
import { type ColumnMask, columnMasksResponse, columnMasksBody } from '#core/rest/column-masks.ts'
import { engineNamed } from '#server/engines/index.ts'
import { idOf, ifMatch } from '#server/resources/resource-handlers.ts'
import { jsonResponse, type Route, type RouteRequest, type RouteResponse } from '#server/route/route.ts'

const VIEW = 'RowLevelSecurity'

/** The masks of the columns of a dataset, for users who may read and write row-level security. */
export const maskRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/:id/masks',
    policy: { permission: 'can_read', view: VIEW },
    responses: { 200: columnMasksResponse },
    handler: async (request) => showMasks(await datasetOf(request), request),
  },
  {
    method: 'PUT',
    path: '/:id/masks',
    policy: { permission: 'can_write', view: VIEW },
    body: columnMasksBody,
    responses: { 200: columnMasksResponse },
    handler: setMasks,
  },
]

async function datasetOf(request: RouteRequest): Promise<Dataset> {
  const where = { and: [{ col: 'id', op: 'eq' as const, value: idOf(request) }, savedOrOwnCondition(request.user)] }
  const dataset = await request.context.store.datasets.find(where)
  if (!dataset) throw new ApiError('not-found')
  return dataset
}

async function showMasks({ id }: Dataset, { context: { store } }: RouteRequest): Promise<RouteResponse> {
  const masks = await store.columnMasks.ofDataset(id)
  const ids = [...new Set(masks.flatMap((mask) => mask.roles))]
  const { rows } = await store.roles.list({ where: { col: 'id', op: 'in', value: ids } })
  const rolesOf = (mask: ColumnMask) =>
    rows.filter((role) => mask.roles.includes(role.id)).map(({ id: of, name }) => ({ id: of, name }))
  const result = masks.map((mask) => ({ ...mask, roles: rolesOf(mask) }))
  const version = versionOf(masks)
  return { ...jsonResponse(columnMasksResponse, { id, version, result }), headers: { etag: `"${version}"` } }
}

/** Returns a number that identifies the masks, for `If-Match`. */
function versionOf(masks: readonly ColumnMask[]): number {
  return Number.parseInt(createHash('sha256').update(JSON.stringify(masks)).digest('hex').slice(0, 12), 16)
}

async function setMasks(request: RouteRequest): Promise<RouteResponse> {
  const dataset = await datasetOf(request)
  if (typeof request.body !== 'object' || request.body === null) throw new ApiError('not-json')
  const read = readBody(columnMasksBody, request.body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { masks } = read.ok
  const errors = await problemsOf(dataset, masks, request)
  if (Object.keys(errors).length > 0) throw new ApiError('fields-refused', { fields: errors })
  const version = ifMatch(request)
  await request.context.store.transaction(async (tx) => {
    const before = await tx.columnMasks.ofDataset(dataset.id)
    if (version !== undefined && version !== versionOf(before)) throw new ApiError('version-conflict')
    await tx.columnMasks.set(dataset.id, masks)
    const event = {
      actor: request.user.userId,
      action: 'update',
      entity_type: 'dataset',
      entity_id: dataset.id,
    } as const
    const printed = (of: readonly ColumnMask[]) => JSON.stringify({ column_masks: of })
    await tx.events.append({ ...event, before: printed(before), after: printed(masks) })
  })
  return showMasks(dataset, request)
}

/** Returns the errors of masks: columns that the source does not have, unknown roles, and masks that the engine lacks. */
async function problemsOf(
  dataset: Dataset,
  masks: readonly ColumnMask[],
  { context: { store } }: RouteRequest,
): Promise<FieldErrors> {
  const stored = dataset.columns.flatMap(({ column_name, expression }) => (expression ? [] : [column_name]))
  // Columns that have been renamed keep their masks.
  const masked = (await store.columnMasks.ofDataset(dataset.id)).map(({ column_name }) => column_name)
  const known = new Set([...stored, ...masked])
  const missing = masks.find(({ column_name }) => !known.has(column_name))
  if (missing) return { masks: [`${missing.column_name} is not a column of the source of the dataset`] }
  const roles = [...new Set(masks.flatMap((mask) => mask.roles))]
  const found = roles.length === 0 ? 0 : await store.roles.count({ col: 'id', op: 'in', value: roles })
  if (found < roles.length) return { masks: ['Some roles do not exist'] }
  const database = await store.databases.get(dataset.database_id)
  const engine = database && engineNamed(database.backend)
  if (!engine) return {}
  const unavailable = (['first', 'hash'] as const).find(
    (method) => engine.dialect.masks[method] === null && masks.some((mask) => mask.method === method),
  )
  return unavailable ? { masks: [new ApiError('mask-engine', { args: [unavailable, engine.label] }).message] } : {}
}
