import type { Bootstrap } from '#core/session/bootstrap.ts'
import { MAX_ROWS } from '#core/query/most-rows.ts'
import { defaultPageSize } from '#core/rest/list-query.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { csrfBinding, csrfToken } from '#server/security/csrf.ts'

/** Row limits of queries, for the browser. */
const ROWS = { rowLimit: 10_000, maxRowLimit: MAX_ROWS, samplesRowLimit: 1000, filterRowLimit: 1000 }

/** Returns the bootstrap data for the page, and the session cookie to set if there was none. */
export function makeBootstrap(request: RouteRequest): {
  readonly bootstrap: Bootstrap
  readonly cookie: string | undefined
} {
  const { config, now } = request.context
  const { binding, cookie } = csrfBinding(request.csrfBinding)
  const bootstrap: Bootstrap = {
    user: request.user,
    flags: config.flags,
    settings: {
      ...ROWS,
      webTimeout: config.webTimeout,
      pageSize: defaultPageSize,
      defaultVizType: config.defaultVizType,
      basePath: config.basePath,
      csrfToken: csrfToken(config.secretKey, binding, now()),
      version: config.version,
      locale: 'en',
      errorTexts: {},
      isFramed: config.frameAncestors.length > 0,
      imageOrigins: config.imageOrigins,
      async: config.asyncSettings,
    },
  }
  return { bootstrap, cookie }
}
