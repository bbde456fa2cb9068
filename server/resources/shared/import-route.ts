import { importAnswer } from '#core/rest/answer-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { sqlValidationError } from '#server/data/plan/dataset-source.ts'
import { type RouteResponse, type RouteRequest, type Form, type Route, jsonResponse } from '#server/route/route.ts'
import { withProgress } from '#server/resources/shared/progress.ts'
import { noContentIfDisconnected } from './no-content-if-disconnected.ts'
import type { BundleKind } from '#server/transfer/bundle.ts'
import type { TellProgress } from '#server/transfer/progress.ts'

/** Bytes that an uploaded bundle may have. */
export const BUNDLE_LIMIT = 100 * 1024 * 1024

/**
 * `POST /import`: a bundle as a ZIP file in the form field `formData`. Beside the message, `warnings` tells what was left
 * out, if anything was, and `drafts` lists the imported dashboards that are drafts; `publish` publishes them. With `dry_run`
 * nothing is kept, and `changes` tells what would be done, file by file.
 */
export function importRoute(kind: Exclude<BundleKind, 'assets'>, view: string): Route {
  return {
    method: 'POST',
    path: '/import',
    policy: { permission: 'can_write', view },
    formLimit: BUNDLE_LIMIT,
    answers: { 200: importAnswer },
    handler: (asked) => importForm(asked, kind, 'formData'),
  }
}

/**
 * Imports the bundle in a field of the form; everything of `assets` is overwritten unless the form says otherwise. Who
 * accepts frames is told how far it has come.
 */
export function importForm(asked: RouteRequest, kind: BundleKind, name: string): Promise<RouteResponse> {
  return withProgress(asked, (inner, tell) => noContentIfDisconnected(inner, importField(inner, kind, name, tell)))
}

async function importField(
  asked: RouteRequest,
  kind: BundleKind,
  name: string,
  tell: TellProgress,
): Promise<RouteResponse> {
  const { fields, files } = asked.form as Form
  const file = files.find(({ field }) => field === name)
  if (!file) throw new ApiError('arguments-wrong')
  const { store, config, chartData } = asked.context
  // Loaded when the first bundle comes: the server starts without its parsers.
  const { importRead } = await import('#server/transfer/import.ts')
  const { readUploaded } = await import('#server/transfer/uploaded.ts')
  const { userId: person } = asked.user
  const read = await readUploaded(file.bytes, kind, { person, signal: asked.signal, tell })
  const isRehearsal = fields['dry_run'] === 'true'
  const overwrite = fields['overwrite'] ?? (kind === 'assets' ? 'true' : 'false')
  const imported = importRead(store, read, person, {
    overwrite: overwrite === 'true',
    isPublishing: fields['publish'] === 'true',
    isRehearsal,
    signal: asked.signal,
    tell,
    user: asked.user,
    passwords: readPasswords(fields['passwords']),
    checkSql: (user, database, sql) => sqlValidationError(chartData, user, database, sql),
    secretKey: config.secretKey,
  })
  const { warnings, changes, drafts } = await imported
  return jsonResponse(importAnswer, {
    message: 'OK',
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(drafts.length > 0 ? { drafts } : {}),
    ...(isRehearsal ? { changes } : {}),
  })
}

function readPasswords(text: string | undefined): Readonly<Record<string, string>> {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string'))
      return value as Record<string, string>
  } catch {
    // What is no JSON is refused below.
  }
  throw new ApiError('fields-wrong', { fields: { passwords: ['Not a valid mapping type.'] } })
}
