import { doneResponse, infoResponse } from '#core/rest/response-shapes.ts'
import type * as z from 'zod'
import type { Action } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import { satisfies } from '#core/access/condition.ts'
import type { Entity } from '#core/entity/entity.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { ListFilter } from '#core/rest/list-query.ts'
import { checkListQuery, parseIds, parseItemQuery, parseListQuery } from '#core/rest/list-query.ts'
import { misspelledKeyWarnings } from '#core/rest/misspelled-keys.ts'
import { permissionsOn } from '#core/access/ability.ts'
import { distinctRoute, relatedRoute } from './related-routes.ts'
import { formColumns } from './form-columns.ts'
import { labelOf, selectFields } from './select-fields.ts'
import { type RouteResponse, type RouteRequest, type Policy, type Route, jsonResponse } from '#server/route/route.ts'
import type { AnyReadResource, AnyResource, Parsed, ReadResource } from './resource.ts'
import { ruleOptions } from './shared/rule-options.ts'
import type { Order } from '#server/store/repository.ts'

/* The routes that all REST resources share: list, read, create, update and delete, with their permissions. */

/** Returns the routes to read a resource, and its own routes. `_info` lists the permissions of `all`. */
export function readRoutes(
  resource: AnyReadResource,
  all: () => readonly Route[] = () => readRoutes(resource),
): readonly Route[] {
  const read: Policy = { permission: 'can_read', view: resource.permission }
  return [
    ...(resource.routes ?? []),
    {
      method: 'GET',
      path: '/_info',
      policy: read,
      responses: { 200: infoResponse },
      handler: (request) => info(resource, request, all()),
    },
    relatedRoute(resource, read),
    distinctRoute(resource, read),
    { method: 'GET', path: '/', policy: read, handler: (request) => list(resource, request) },
    {
      method: 'GET',
      path: '/:id',
      policy: read,
      ...(resource.guest ? { guest: true } : {}),
      handler: (request) => show(resource, request),
    },
  ]
}

/** Returns the routes of every writable resource, and its own routes. */
export function writableResourceRoutes(resource: AnyResource): readonly Route[] {
  const write: Policy = { permission: 'can_write', view: resource.permission }
  return [
    ...readRoutes(resource, () => writableResourceRoutes(resource)),
    { method: 'POST', path: '/', policy: write, handler: (request) => create(resource, request) },
    { method: 'PUT', path: '/:id', policy: write, handler: (request) => update(resource, request) },
    {
      method: 'DELETE',
      path: '/',
      policy: write,
      responses: { 200: doneResponse },
      handler: (request) => removeMany(resource, request),
    },
    {
      method: 'DELETE',
      path: '/:id',
      policy: write,
      responses: { 200: doneResponse },
      handler: (request) => removeOne(resource, request),
    },
  ]
}

async function list(resource: AnyReadResource, request: RouteRequest): Promise<RouteResponse> {
  const { listing } = resource
  const query = parseListQuery(request.q)
  checkListQuery(query, { orderColumns: Object.keys(listing.order), filters: operatorNames(resource) })
  const conditions = query.filters.flatMap((filter) => listConditions(resource, request, filter))
  const by = query.order
  const order = by
    ? [
        {
          ...orderColumn(resource, request, by.column),
          direction: by.descending ? ('desc' as const) : ('asc' as const),
        },
      ]
    : listing.base
  const page = await resource.repository(request.context.store).list({
    where: { and: [resource.rule(request, 'list'), ...conditions] },
    order,
    page: query.page,
    pageSize: query.pageSize,
  })
  const columns = query.columns.filter((name) => listing.columns.includes(name))
  const rows = await presentRows(resource, page.rows, request, 'list')
  const result = columns.length === 0 ? rows : rows.map((row) => selectFields(row, columns))
  const details = listDetails(resource, columns)
  return {
    status: 200,
    json: { count: page.count, ids: page.ids, result, ...chosen(details, query.keys) },
  }
}

function orderColumn(
  { listing }: AnyReadResource,
  request: RouteRequest,
  name: string,
): Pick<Order, 'column' | 'where'> {
  const found = listing.order[name] ?? ''
  if (typeof found === 'string') return { column: found }
  return { column: found.column, where: found.where(request.user, ruleOptions(request)) }
}

/** Cached list metadata without a choice of columns: the same for every list of a resource. */
const cachedDetails = new WeakMap<object, Record<string, unknown>>()

function listDetails(resource: AnyReadResource, columns: readonly string[]): Record<string, unknown> {
  if (columns.length > 0) return detailsOf(resource, columns)
  const details = cachedDetails.get(resource.listing) ?? detailsOf(resource, columns)
  cachedDetails.set(resource.listing, details)
  return details
}

function detailsOf({ listing, nouns }: AnyReadResource, columns: readonly string[]): Record<string, unknown> {
  const shown = columns.length === 0 ? listing.columns : columns
  const ordered = Object.keys(listing.order)
  return {
    list_columns: shown,
    order_columns: columns.length === 0 ? ordered : ordered.filter((name) => columns.includes(name)),
    label_columns: labels(shown),
    description_columns: {},
    list_title: `List ${nouns.model}`,
  }
}

function labels(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, labelOf(name)]))
}

function chosen(details: Record<string, unknown>, keys: readonly string[] | undefined): Record<string, unknown> {
  if (!keys) return details
  return Object.fromEntries(Object.entries(details).filter(([name]) => keys.includes(name)))
}

type OperatorNames = Readonly<Record<string, readonly string[]>>

/** Cached by listing, because every list needs them. */
const operatorsOf = new WeakMap<object, OperatorNames>()

/** Returns the names of the filter operators of each column. */
export function operatorNames({ listing: { filters } }: AnyReadResource): OperatorNames {
  let names = operatorsOf.get(filters)
  if (!names) {
    const entries = Object.entries(filters)
    names = Object.fromEntries(entries.map(([name, operators]) => [name, operators.map(({ operator }) => operator)]))
    operatorsOf.set(filters, names)
  }
  return names
}

/** Returns the conditions of a list filter; a list of values means all of them. */
export function listConditions(resource: AnyReadResource, request: RouteRequest, filter: ListFilter): Condition[] {
  const found = resource.listing.filters[filter.col]?.find(({ operator }) => operator === filter.opr)
  const values = Array.isArray(filter.value) ? filter.value : [filter.value]
  const options = ruleOptions(request)
  return values.map((value) => found?.condition(value, request.user, options) ?? false)
}

/** Returns rows in response form, with the actions the caller may take on each. */
async function presentRows(
  resource: AnyReadResource,
  rows: readonly Entity[],
  request: RouteRequest,
  as: 'list' | 'show',
): Promise<readonly Record<string, unknown>[]> {
  const writes = permissionsOn(request.user, resource.permission).includes('can_write')
  const rule = resource.rule(request, 'write')
  const presented = await resource.present(rows, request, as)
  return presented.map((row, index) => {
    const may = writes && satisfies(rule, rows[index] as Readonly<Record<string, unknown>> & Entity)
    const abilities = { can_read: true, can_write: may, can_delete: may }
    return Object.assign(row, { version: rows[index]?.version, abilities })
  })
}

/** Returns the row of an id if the caller may do this with it: 404 if they may not see it, else 403. */
export async function findAllowedRow<Row extends Entity>(
  resource: ReadResource<Row>,
  request: RouteRequest,
  id: number,
  action: Action,
): Promise<Row> {
  const rows = resource.repository(request.context.store)
  const row = await rows.find({ and: [{ col: 'id', op: 'eq', value: id }, resource.rule(request, 'read')] })
  if (!row) throw new ApiError((await rows.get(id)) && resource.hidden ? resource.hidden : 'not-found')
  if (action !== 'write') return row
  const mine = await rows.find({ and: [{ col: 'id', op: 'eq', value: id }, resource.rule(request, 'write')] })
  if (!mine) throw new ApiError('forbidden')
  return row
}

/** Returns the id in a path; throws not found if it is not an id. */
export function idOf(request: RouteRequest, name = 'id'): number {
  const text = request.params[name] ?? ''
  if (!/^\d{1,15}$/.test(text)) throw new ApiError('not-found')
  return Number(text)
}

/** Returns the id of the `id` parameter: the id itself, or another key the resource accepts. */
export async function keyOf(resource: AnyReadResource, request: RouteRequest): Promise<number> {
  const key = request.params['id'] ?? ''
  if (!resource.resolve || /^\d{1,15}$/.test(key)) return idOf(request)
  const id = await resource.resolve(key, request)
  if (id === undefined) throw new ApiError('not-found')
  return id
}

async function show(resource: AnyReadResource, request: RouteRequest): Promise<RouteResponse> {
  const row = await findAllowedRow(resource, request, await keyOf(resource, request), 'read')
  await resource.seen?.(row, request)
  return showRow(resource, request, row)
}

async function showRow(resource: AnyReadResource, request: RouteRequest, row: Entity): Promise<RouteResponse> {
  const query = parseItemQuery(request.q)
  const [result = {}] = await presentRows(resource, [row], request, 'show')
  const known = resource.listing.showColumns
  const columns = (query.columns ?? []).filter((name) => known.includes(name))
  const shown = columns.length === 0 ? known : columns
  const details = {
    show_columns: shown,
    label_columns: labels(shown),
    description_columns: {},
    show_title: `Show ${resource.nouns.model}`,
  }
  return {
    status: 200,
    headers: { etag: `"${row.version}"` },
    json: {
      id: row.id,
      result: columns.length === 0 ? result : selectFields(result, columns),
      ...chosen(details, query.keys),
    },
  }
}

/** Returns the parsed body, or throws its validation error. */
export function parsedBody<Body>(parsed: Parsed<Body>): Body {
  if ('ok' in parsed) return parsed.ok
  throw new ApiError(parsed.status === 400 ? 'fields-wrong' : 'fields-refused', { fields: parsed.errors })
}

function requireJson(request: RouteRequest): void {
  if (typeof request.body !== 'object' || request.body === null) throw new ApiError('not-json')
}

async function create(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  requireJson(request)
  const body = parsedBody(await resource.parse(request.body, request))
  const row = await resource.create(body, request)
  return {
    status: 201,
    headers: { etag: `"${row.version}"` },
    json: {
      id: row.id,
      result: await echo(resource, body, row, request),
      ...unknownKeyWarnings(resource.bodies.create, request.body),
    },
  }
}

async function update(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  requireJson(request)
  const id = await keyOf(resource, request)
  const seen = await findAllowedRow(resource, request, id, 'read')
  const row = resource.fillsIn?.(request.body as object, seen)
    ? seen
    : await findAllowedRow(resource, request, id, 'write')
  rejectManagedEntity(row)
  const body = parsedBody(await resource.parse(request.body, request, row))
  const after = await resource.update(row, body, request, ifMatch(request))
  return {
    status: 200,
    headers: { etag: `"${after.version}"` },
    json: {
      id: row.id,
      result: await echo(resource, body, after, request),
      last_modified_time: Math.floor(after.changed_on / 1000),
      version: after.version,
      ...unknownKeyWarnings(resource.bodies.update, request.body),
    },
  }
}

/** Returns warnings for unknown keys that look like known ones, if there are any. */
function unknownKeyWarnings(schema: z.ZodObject, body: unknown): { readonly warnings?: readonly string[] } {
  const warnings = misspelledKeyWarnings(schema, body)
  return warnings.length > 0 ? { warnings } : {}
}

function echo(resource: AnyResource, body: object, row: Entity, request: RouteRequest): Promise<object> | object {
  return resource.echo ? resource.echo(body, row, request) : body
}

/** Rejects changes of an entity that is managed externally. */
export function rejectManagedEntity(row: Entity & { readonly is_managed_externally?: boolean }): void {
  if (row.is_managed_externally) throw new ApiError('managed-externally')
}

/** Returns the version the caller has seen, from `If-Match`; undefined without it or for `*`. */
export function ifMatch(request: RouteRequest): number | undefined {
  const text = request.headers['if-match']
  if (text === undefined || text.trim() === '*') return undefined
  const version = /^\s*(?:W\/)?"?(\d+)"?\s*$/.exec(text)?.[1]
  if (version === undefined) throw new ApiError('version-conflict')
  return Number(version)
}

async function removeOne(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const row = await findAllowedRow(resource, request, await keyOf(resource, request), 'write')
  const version = ifMatch(request)
  await resource.beforeRemove?.([row], request)
  await removeRows(resource, [row.id], request, version === undefined ? {} : { ifVersion: version })
  return jsonResponse(doneResponse, { message: 'OK' })
}

async function removeRows(
  resource: AnyResource,
  ids: readonly number[],
  request: RouteRequest,
  options: { readonly ifVersion?: number },
): Promise<void> {
  if (resource.remove) return resource.remove(ids, request, options)
  await resource.repository(request.context.store).remove(ids, request.user.userId, options)
}

async function removeMany(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const ids = await removedIds(resource, request)
  if (ids.length === 0) throw new ApiError('q-schema', { args: ['[] is too short'] })
  const rows: Entity[] = []
  for (const id of ids) rows.push(await findAllowedRow(resource, request, id, 'write'))
  await resource.beforeRemove?.(rows, request)
  await removeRows(resource, ids, request, {})
  const { one, many } = resource.nouns
  const noun = (rows.length === 1 ? one : many).toLowerCase()
  return jsonResponse(doneResponse, { message: `Deleted ${rows.length} ${noun}` })
}

/** Returns the ids of a bulk delete; some are given as text if the resource accepts it. */
async function removedIds(resource: AnyResource, request: RouteRequest): Promise<readonly number[]> {
  const named = Array.isArray(request.q) && resource.named ? request.q.filter((each) => typeof each === 'string') : []
  if (named.length === 0) return [...new Set(parseIds(request.q))]
  const ids = parseIds((request.q as unknown[]).filter((each) => typeof each !== 'string'))
  return [...new Set([...ids, ...((await resource.named?.(named, request)) ?? [])])]
}

async function info(
  resource: AnyReadResource,
  request: RouteRequest,
  routes: readonly Route[],
): Promise<RouteResponse> {
  const { keys } = parseItemQuery(request.q)
  const { bodies } = resource as Partial<AnyResource>
  const { listing, nouns } = resource
  const filters = Object.entries(listing.filters).map(([name, operators]) => [
    name,
    operators.map(({ operator, label }) => ({ name: label, operator })),
  ])
  const details = {
    // Roles may also contain permissions that no route requires.
    permissions: permissionsOn(request.user, resource.permission).filter((name) =>
      routes.some(({ policy }) => 'permission' in policy && policy.permission === name),
    ),
    filters: Object.fromEntries(filters),
    add_columns: formColumns(bodies?.create, listing.addColumns),
    edit_columns: formColumns(bodies?.update, listing.editColumns),
    add_title: `Add ${nouns.model}`,
    edit_title: `Edit ${nouns.model}`,
  }
  return jsonResponse(infoResponse, chosen(details, keys))
}
