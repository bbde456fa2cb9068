import type { Bootstrap } from '#core/session/bootstrap.ts'
import { MAX_ROWS } from '#core/query/most-rows.ts'
import { defaultPageSize } from '#core/rest/list-query.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { csrfBinding, csrfToken } from '#server/security/csrf.ts'

/** Rows of queries, as the browser is told them. */
const ROWS = { rowLimit: 10_000, maxRowLimit: MAX_ROWS, samplesRowLimit: 1000, filterRowLimit: 1000 }

/** The object handed to the browser with the page, and the session cookie to set when there was none. */
export function makeBootstrap(asked: RouteRequest): {
  readonly bootstrap: Bootstrap
  readonly cookie: string | undefined
} {
  const { config, now } = asked.context
  const { binding, cookie } = csrfBinding(asked.csrfBinding)
  const bootstrap: Bootstrap = {
    user: asked.user,
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
