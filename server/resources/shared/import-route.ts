import { importResponse } from '#core/rest/response-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { sqlValidationError } from '#server/data/plan/dataset-source.ts'
import { type RouteResponse, type RouteRequest, type Form, type Route, jsonResponse } from '#server/route/route.ts'
import { withProgress } from '#server/resources/shared/progress.ts'
import { noContentIfDisconnected } from './no-content-if-disconnected.ts'
import type { BundleKind } from '#server/transfer/bundle.ts'
import type { ImportOptions } from '#server/transfer/import.ts'
import type { ReportProgress } from '#server/transfer/progress.ts'
import { TUNNEL_SECRET_FIELDS } from '#server/transfer/tunnels.ts'

/** Maximum bytes of an uploaded bundle. */
export const BUNDLE_LIMIT = 100 * 1024 * 1024

/**
 * `POST /import`: imports a bundle, a ZIP file in the form field `formData`. The response has a message, `warnings`
 * about omitted parts if any, and `drafts`, the imported dashboards that are drafts; `publish` publishes them. With
 * `dry_run` nothing is stored, and `changes` lists the changes file by file.
 */
export function importRoute(kind: Exclude<BundleKind, 'assets'>, view: string): Route {
  return {
    method: 'POST',
    path: '/import',
    policy: { permission: 'can_write', view },
    formLimit: BUNDLE_LIMIT,
    responses: { 200: importResponse },
    handler: (request) => importForm(request, kind, 'formData'),
  }
}

/**
 * Imports the bundle in a field of the form; entities of an `assets` bundle are overwritten unless the form says
 * otherwise. Clients that accept frames get progress reports.
 */
export function importForm(request: RouteRequest, kind: BundleKind, name: string): Promise<RouteResponse> {
  return withProgress(request, (inner, tell) => noContentIfDisconnected(inner, importField(inner, kind, name, tell)))
}

async function importField(
  request: RouteRequest,
  kind: BundleKind,
  name: string,
  reportProgress: ReportProgress,
): Promise<RouteResponse> {
  const { fields, files } = request.form as Form
  const file = files.find(({ field }) => field === name)
  if (!file) throw new ApiError('arguments-wrong')
  const { store, config, chartData } = request.context
  // Loaded with the first import, so that the server starts without its parsers.
  const { importBundleFiles } = await import('#server/transfer/import.ts')
  const { readUploadedBundle } = await import('#server/transfer/read-uploaded-bundle.ts')
  const { userId: person } = request.user
  const read = await readUploadedBundle(file.bytes, kind, { person, signal: request.signal, tell: reportProgress })
  const isDryRun = fields['dry_run'] === 'true'
  const overwrite = fields['overwrite'] ?? (kind === 'assets' ? 'true' : 'false')
  const imported = importBundleFiles(store, read, person, {
    overwrite: overwrite === 'true',
    isPublishing: fields['publish'] === 'true',
    isDryRun,
    signal: request.signal,
    tell: reportProgress,
    user: request.user,
    passwords: readPasswords(fields, 'passwords'),
    tunnelSecrets: readTunnelSecrets(fields),
    needsTunnelSecrets: true,
    checkSql: (user, database, sql) => sqlValidationError(chartData, user, database, sql),
    secretKey: config.secretKey,
  })
  const { warnings, changes, drafts } = await imported
  return jsonResponse(importResponse, {
    message: 'OK',
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(drafts.length > 0 ? { drafts } : {}),
    ...(isDryRun ? { changes } : {}),
  })
}

function readTunnelSecrets(fields: Form['fields']): ImportOptions['tunnelSecrets'] & object {
  const secrets: Record<string, Record<string, string>> = {}
  for (const [name, field] of Object.entries(TUNNEL_SECRET_FIELDS))
    for (const [path, value] of Object.entries(readPasswords(fields, field)))
      if (value !== '') secrets[path] = { ...secrets[path], [name]: value }
  return secrets
}

function readPasswords(fields: Form['fields'], name: string): Readonly<Record<string, string>> {
  const text = fields[name]
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string'))
      return value as Record<string, string>
  } catch {
    // Invalid JSON is rejected below.
  }
  throw new ApiError('fields-wrong', { fields: { [name]: ['Not a valid mapping type.'] } })
}
