import { ApiError } from '#core/rest/api-error.ts'
import {
  type SqlExportFormat,
  sqlExportAnswer,
  sqlExportBody,
  sqlExportRemoved,
  sqlExportsAnswer,
} from '#core/rest/sqllab-export.ts'
import { t } from '#core/text/t.ts'
import { ownQuery } from '#server/resources/shared/own-queries.ts'
import { type Answer, type Asked, type Route, said } from '#server/route/route.ts'
import { read } from './read-body.ts'

const policy = { permission: 'can_export_csv', view: 'SQLLab' }

/** Exports of all rows of a statement, below `/api/v1/sqllab`. */
export const exportRoutes: readonly Route[] = [
  { method: 'GET', path: '/exports', policy, answers: { 200: sqlExportsAnswer }, act: list },
  { method: 'POST', path: '/exports', policy, body: sqlExportBody, answers: { 202: sqlExportAnswer }, act: start },
  { method: 'GET', path: '/exports/:key/file', policy, act: download },
  { method: 'DELETE', path: '/exports/:key', policy, answers: { 200: sqlExportRemoved }, act: remove },
]

/** `GET /api/v1/sqllab/exports/`: the caller's exports, oldest first. */
async function list({ user, context }: Asked): Promise<Answer> {
  const records = user.userId === null ? [] : await context.sqlExports.ofUser(user.userId)
  return said(sqlExportsAnswer, { result: records.map((record) => context.sqlExports.json(record)) })
}

/** `POST /api/v1/sqllab/exports/`: has a job run a statement again and write all its rows to a file. */
async function start(asked: Asked): Promise<Answer> {
  const { client_id, statement, format } = read(sqlExportBody, asked.body)
  const { user, context } = asked
  const query = await ownQuery(asked, client_id)
  if (!query) throw new ApiError('not-found')
  const database = await context.store.databases.get(query.database_id)
  if (!database) throw new ApiError('database-missing')
  const record = await context.sqlExports.create({ user, query, database, statement, format })
  return said(sqlExportAnswer, { result: context.sqlExports.json(record) }, 202)
}

const TYPES: Readonly<Record<SqlExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
}

/** `GET /api/v1/sqllab/exports/{key}/file`: the file of an export, for its owner alone. */
async function download({ user, context, params }: Asked): Promise<Answer> {
  const { record, bytes, stream } = await context.sqlExports.open(user, params['key'] ?? '')
  const headers = {
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(record.fileName)}`,
    'content-length': String(bytes),
    'cache-control': 'no-store',
  }
  return { status: 200, stream, type: TYPES[record.format], headers }
}

/** `DELETE /api/v1/sqllab/exports/{key}`: stops an export and removes its file. */
async function remove({ user, context, params }: Asked): Promise<Answer> {
  await context.sqlExports.remove(user, params['key'] ?? '')
  return said(sqlExportRemoved, { message: t('OK') })
}
