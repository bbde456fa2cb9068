import { ApiError } from '#core/rest/api-error.ts'
import {
  sqlExportResponse,
  sqlExportBody,
  sqlExportRemovedResponse,
  sqlExportsResponse,
} from '#core/rest/sqllab-export.ts'
import type { SqlExportFormat } from '#core/rest/sql-export-formats.ts'
import { t } from '#core/text/t.ts'
import { ownQuery } from '#server/resources/shared/own-queries.ts'
import { messageVisibility } from '#server/resources/shared/visible-errors.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { parseSqlBody } from './read-body.ts'

const policy = { permission: 'can_export_csv', view: 'SQLLab' }

/** Exports of all rows of a statement, below `/api/v1/sqllab`. */
export const exportRoutes: readonly Route[] = [
  { method: 'GET', path: '/exports', policy, responses: { 200: sqlExportsResponse }, handler: list },
  {
    method: 'POST',
    path: '/exports',
    policy,
    body: sqlExportBody,
    responses: { 202: sqlExportResponse },
    handler: start,
  },
  { method: 'GET', path: '/exports/:key/file', policy, handler: download },
  { method: 'DELETE', path: '/exports/:key', policy, responses: { 200: sqlExportRemovedResponse }, handler: remove },
]

/** `GET /api/v1/sqllab/exports/`: returns the caller's exports, oldest first. */
async function list(request: RouteRequest): Promise<RouteResponse> {
  const { user, context } = request
  const records = user.userId === null ? [] : await context.sqlExports.ofUser(user.userId)
  const isVisible = messageVisibility(request)
  const visible = records.map(async (record) => {
    const isHidden = record.error !== null && record.hasEngineMessage !== false && !(await isVisible(record.databaseId))
    return context.sqlExports.json(isHidden ? { ...record, error: new ApiError('result-withdrawn').message } : record)
  })
  return jsonResponse(sqlExportsResponse, { result: await Promise.all(visible) })
}

/** `POST /api/v1/sqllab/exports/`: starts a job that runs a statement again and writes all its rows to a file. */
async function start(request: RouteRequest): Promise<RouteResponse> {
  const { client_id, statement, format } = parseSqlBody(sqlExportBody, request.body)
  const { user, context } = request
  const query = await ownQuery(request, client_id)
  if (!query) throw new ApiError('not-found')
  const database = await context.store.databases.get(query.database_id)
  if (!database) throw new ApiError('database-missing')
  const record = await context.sqlExports.create({ user, query, database, statement, format })
  return jsonResponse(sqlExportResponse, { result: context.sqlExports.json(record) }, 202)
}

const TYPES: Readonly<Record<SqlExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
}

/** `GET /api/v1/sqllab/exports/{key}/file`: returns the file of an export, only to its owner. */
async function download({ user, context, params }: RouteRequest): Promise<RouteResponse> {
  const { record, bytes, stream } = await context.sqlExports.open(user, params['key'] ?? '')
  const headers = {
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(record.fileName)}`,
    'content-length': String(bytes),
    'cache-control': 'no-store',
  }
  return { status: 200, stream, type: TYPES[record.format], headers }
}

/** `DELETE /api/v1/sqllab/exports/{key}`: stops an export and removes its file. */
async function remove({ user, context, params }: RouteRequest): Promise<RouteResponse> {
  await context.sqlExports.remove(user, params['key'] ?? '')
  return jsonResponse(sqlExportRemovedResponse, { message: t('OK') })
}
