import * as z from 'zod'
import { int, readBody, textOf } from '#core/rest/body.ts'
import { bounds, requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { tabState } from '#core/rest/sqllab.ts'
import { ownQuery } from '#server/resources/shared/own-queries.ts'
import { MAX_DATASOURCE_KEY } from '#server/resources/shared/tab-source.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'
import type { TabState, TabValues } from '#server/store/sql-editor.ts'
import { tabJson } from '#server/resources/shared/tab-json.ts'

const VIEW = 'TabStateView'
const permissionOn = (permission: string) => ({ permission, view: VIEW })

const MAX_LABEL = 256

const text = z.string().nullish()
const sqlText = textOf(0, bounds['sql-length'].most).nullish()
const id = int.nullish()
const flag = z.boolean().nullish()
const datasourceKey = textOf(0, MAX_DATASOURCE_KEY).nullish()

/** The editor state that clients send to create a tab. Numbers may be sent as text. */
const editor = z.looseObject({
  name: textOf(0, MAX_LABEL).nullish(),
  title: textOf(0, MAX_LABEL).nullish(),
  dbId: id,
  schema: text,
  sql: sqlText,
  queryLimit: id,
  autorun: flag,
  templateParams: text,
  hideLeftBar: flag,
  datasourceKey,
})

/** The fields of a tab that can be changed; other fields are ignored. */
const change = z.looseObject({
  label: textOf(0, MAX_LABEL).nullish(),
  database_id: id,
  schema: text,
  sql: sqlText,
  query_limit: id,
  latest_query_id: text,
  autorun: flag,
  template_params: text,
  hide_left_bar: flag,
  saved_query_id: id,
  datasource_key: datasourceKey,
})
const CHANGED = Object.keys(change.shape) as (keyof TabValues)[]

const table = z.looseObject({
  queryEditorId: z.union([z.string(), z.number()]),
  dbId: int,
  schema: text,
  name: textOf(1, 1024),
})

const IDENTITY = z.object({ id: z.int() })

/** Tabs of the SQL editor. For another user's tab the response is 403 without a body. */
export const tabStateRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/tabstateview',
    policy: permissionOn('can_post'),
    responses: { 200: IDENTITY },
    handler: create,
  },
  {
    method: 'GET',
    path: '/tabstateview/:id',
    policy: permissionOn('can_get'),
    responses: { 200: tabState },
    handler: show,
  },
  { method: 'PUT', path: '/tabstateview/:id', policy: permissionOn('can_put'), handler: update },
  { method: 'DELETE', path: '/tabstateview/:id', policy: permissionOn('can_delete'), handler: closeTab },
  { method: 'POST', path: '/tabstateview/:id/activate', policy: permissionOn('can_activate'), handler: activate },
  { method: 'POST', path: '/tabstateview/:id/restore', policy: permissionOn('can_post'), handler: restore },
  {
    method: 'POST',
    path: '/tabstateview/:id/migrate_query',
    policy: permissionOn('can_migrate_query'),
    handler: moveQuery,
  },
  {
    method: 'DELETE',
    path: '/tabstateview/:id/query/:client_id',
    policy: permissionOn('can_delete_query'),
    handler: forgetQuery,
  },
  {
    method: 'POST',
    path: '/tableschemaview',
    policy: permissionOn('can_put'),
    responses: { 200: IDENTITY },
    handler: addTable,
  },
  { method: 'DELETE', path: '/tableschemaview/:id', policy: permissionOn('can_put'), handler: removeTable },
  { method: 'POST', path: '/tableschemaview/:id/expanded', policy: permissionOn('can_put'), handler: expandTable },
]

const etag = ({ version }: TabState): Record<string, string> => ({ etag: `"${version}"` })

/** Parses a form field as JSON. */
function field(request: RouteRequest, name: string): unknown {
  const value = (request.body as Record<string, unknown> | undefined)?.[name]
  if (typeof value !== 'string') throw new ApiError('arguments-wrong')
  try {
    return JSON.parse(value)
  } catch {
    throw new ApiError('arguments-wrong')
  }
}

function parseValue<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const found = readBody(schema, value)
  if ('errors' in found) throw new ApiError('fields-wrong', { fields: found.errors })
  return found.ok
}

async function create(request: RouteRequest): Promise<RouteResponse> {
  const { userId } = request.user
  if (userId === null) throw new ApiError('forbidden')
  const sent = parseValue(editor, field(request, 'queryEditor'))
  const { tabStates } = request.context.store
  requireWithin('sql-tabs', (await tabStates.ofUser(userId)).length + 1)
  const tab = await tabStates.create(userId, {
    label: sent.name ?? sent.title ?? null,
    database_id: sent.dbId ?? null,
    schema: sent.schema ?? null,
    sql: sent.sql ?? null,
    query_limit: sent.queryLimit ?? null,
    autorun: sent.autorun ?? false,
    template_params: sent.templateParams ?? null,
    hide_left_bar: sent.hideLeftBar ?? false,
    datasource_key: sent.datasourceKey ?? null,
  })
  return { status: 200, json: { id: tab.id }, headers: etag(tab) }
}

/** Returns the tab of the URL: 404 if there is none, 403 if it is another user's. */
async function tabOf(request: RouteRequest, tabId: unknown = request.params['id']): Promise<TabState> {
  const tab = await request.context.store.tabStates.get(Number(tabId))
  if (!tab) throw new ApiError('not-found')
  if (tab.user_id !== request.user.userId) throw new ApiError('forbidden')
  return tab
}

async function show(request: RouteRequest): Promise<RouteResponse> {
  const tab = await tabOf(request)
  return { status: 200, json: await tabJson(request, tab), headers: etag(tab) }
}

/**
 * Changes a tab by a form with a JSON value per field. With `If-Match`, responds with 412 if the tab has changed since.
 */
async function update(request: RouteRequest): Promise<RouteResponse> {
  const tab = await tabOf(request)
  const sent = (request.body ?? {}) as Record<string, unknown>
  const parsed = Object.fromEntries(
    CHANGED.filter((name) => sent[name] !== undefined).map((name) => [name, field(request, name)]),
  )
  const values = parseValue(change, parsed)
  const { latest_query_id: latest } = values
  if (typeof latest === 'string' && !(await ownQuery(request, latest))) throw new ApiError('arguments-wrong')
  const changes = Object.fromEntries(CHANGED.flatMap((name) => (name in values ? [[name, values[name] ?? null]] : [])))
  for (const name of ['autorun', 'hide_left_bar']) if (changes[name] === null) changes[name] = false
  const after = await request.context.store.tabStates.update(tab.id, changes, seenVersion(request))
  return { status: 200, json: after.id, headers: etag(after) }
}

function seenVersion(request: RouteRequest): number | undefined {
  const found = /^(?:W\/)?"(\d{1,15})"$/.exec(request.headers['if-match'] ?? '')
  return found ? Number(found[1]) : undefined
}

async function closeTab(request: RouteRequest): Promise<RouteResponse> {
  const tab = await tabOf(request)
  await request.context.store.tabStates.close(tab.id)
  return { status: 200, json: 'OK' }
}

async function restore(request: RouteRequest): Promise<RouteResponse> {
  const { userId } = request.user
  const tab =
    userId === null ? undefined : await request.context.store.tabStates.restore(Number(request.params['id']), userId)
  if (!tab) throw new ApiError('not-found')
  return { status: 200, json: await tabJson(request, tab), headers: etag(tab) }
}

async function activate(request: RouteRequest): Promise<RouteResponse> {
  const tab = await tabOf(request)
  await request.context.store.tabStates.activate(tab)
  return { status: 200, json: tab.id }
}

/** Moves a run of the caller to one of their tabs. */
async function moveQuery(request: RouteRequest): Promise<RouteResponse> {
  const tab = await tabOf(request)
  const clientId = field(request, 'queryId')
  const query = typeof clientId === 'string' ? await ownQuery(request, clientId) : undefined
  if (!query) throw new ApiError('not-found')
  const { store } = request.context
  await store.queries.update(query.id, { sql_editor_id: String(tab.id) }, request.user.userId)
  return { status: 200, json: tab.id }
}

/** Removes a run from a tab; it stays in the history. */
async function forgetQuery(request: RouteRequest): Promise<RouteResponse> {
  const tab = await tabOf(request)
  const { store } = request.context
  const query = await ownQuery(request, request.params['client_id'] ?? '')
  if (!query) throw new ApiError('not-found')
  await store.queries.update(query.id, { sql_editor_id: null }, request.user.userId)
  if (tab.latest_query_id === query.client_id) await store.tabStates.update(tab.id, { latest_query_id: null })
  return { status: 200, json: 'OK' }
}

async function addTable(request: RouteRequest): Promise<RouteResponse> {
  const sent = parseValue(table, field(request, 'table'))
  const tab = await tabOf(request, sent.queryEditorId)
  const { tabStates } = request.context.store
  requireWithin('tab-tables', (await tabStates.tables(tab.id)).length + 1)
  const description = JSON.stringify(sent)
  requireWithin('state-bytes', Buffer.byteLength(description))
  const created = await tabStates.addTable({
    tab_state_id: tab.id,
    database_id: sent.dbId,
    schema: sent.schema ?? null,
    table: sent.name,
    description,
    expanded: true,
  })
  return { status: 200, json: { id: created.id } }
}

async function ownTable(request: RouteRequest): Promise<number> {
  const found = await request.context.store.tabStates.table(Number(request.params['id']))
  if (!found) throw new ApiError('not-found')
  await tabOf(request, found.tab_state_id)
  return found.id
}

async function removeTable(request: RouteRequest): Promise<RouteResponse> {
  await request.context.store.tabStates.removeTable(await ownTable(request))
  return { status: 200, json: 'OK' }
}

async function expandTable(request: RouteRequest): Promise<RouteResponse> {
  const expanded = field(request, 'expanded')
  if (typeof expanded !== 'boolean') throw new ApiError('arguments-wrong')
  const tableId = await ownTable(request)
  await request.context.store.tabStates.expandTable(tableId, expanded)
  return { status: 200, json: { id: tableId, expanded } }
}
