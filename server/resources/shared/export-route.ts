import { callerKey } from '#core/access/current-user.ts'
import { parseIds } from '#core/rest/list-query.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { findAllowedRow } from '#server/resources/resource-handlers.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { withProgress } from '#server/resources/shared/progress.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'
import { withExportQuota } from '#server/security/quotas.ts'
import type { BundleKind } from '#server/transfer/bundle.ts'
import type { ReportProgress } from '#server/transfer/progress.ts'

/** Max age in seconds of the cookie that marks a started download. */
const MARK_SECONDS = 600
/** Cookies of the product, which the marker must not overwrite. */
const OWN_COOKIES = ['session', 'async-token']

/**
 * `GET /export/?q=!(ids)`: returns rows and their dependencies as a ZIP file. With `token`, a cookie of that name and
 * value `done` tells the client that the download has started.
 */
export function exportRoute(kind: Exclude<BundleKind, 'assets'>, view: string, resource: () => AnyResource): Route {
  return {
    method: 'GET',
    path: '/export',
    policy: { permission: 'can_export', view },
    async handler(request) {
      const ids = [...new Set(parseIds(request.q))]
      if (ids.length === 0) throw new ApiError('q-schema', { args: ['[] is too short'] })
      for (const id of ids) await findAllowedRow(resource(), request, id, 'read')
      return bundleResponse(request, kind, ids)
    },
  }
}

/** Returns a bundle of rows that the caller may export, as a file; clients that accept frames get progress reports. */
export function bundleResponse(
  request: RouteRequest,
  kind: BundleKind,
  ids: readonly number[],
): Promise<RouteResponse> {
  const { context, user } = request
  return withProgress(request, (inner, tell) =>
    withExportQuota(context, user, () => createBundle(inner, kind, ids, tell)),
  )
}

async function createBundle(
  request: RouteRequest,
  kind: BundleKind,
  ids: readonly number[],
  reportProgress: ReportProgress,
): Promise<RouteResponse> {
  const { context, user, signal } = request
  const mark = markOf(request)
  const at = context.now()
  // Loaded with the first export, so that the server starts without it.
  const { exportBundle } = await import('#server/transfer/export.ts')
  const { bundleName, writeBundle } = await import('#server/transfer/bundle-writer.ts')
  const exporting = { store: context.store, user, rules: ruleOptions(request), at, signal, tell: reportProgress }
  const files = await exportBundle(exporting, kind, ids)
  const root = bundleName(kind, at)
  const bytes = await writeBundle(files, { root, at, person: callerKey(user), signal, tell: reportProgress })
  return {
    status: 200,
    bytes,
    type: 'application/zip',
    headers: {
      'content-disposition': `attachment; filename=${root}.zip`,
      'cache-control': 'no-store',
      ...(mark === undefined ? {} : { 'set-cookie': mark }),
    },
  }
}

/** Returns the cookie that marks a started download; scripts can read it, and it carries no information. */
function markOf({ query, context: { config } }: RouteRequest): string | undefined {
  const { token } = query
  if (token === undefined || token === '') return undefined
  if (!/^[\w-]{1,100}$/.test(token) || OWN_COOKIES.includes(token)) throw new ApiError('arguments-wrong')
  return `${token}=done; Max-Age=${MARK_SECONDS}; Path=${config.basePath || '/'}; SameSite=Lax`
}
