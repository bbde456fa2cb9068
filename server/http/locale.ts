import { redirect } from '#server/route/client-page.ts'
import type { RouteRequest, Route } from '#server/route/route.ts'
import { nextPath } from '#server/security/next-path.ts'
import { showClient } from './pages.ts'

/** Languages of the user interface. */
const LOCALES: readonly string[] = ['en']

/** `/lang/{locale}`: redirects to the previous page in that language; 404 for an unknown language. */
export const localeRoute: Route = {
  method: 'GET',
  path: '/lang/:locale',
  policy: { allow: 'anyone' },
  handler: async (request) =>
    LOCALES.includes(request.params['locale'] ?? '') ? redirect(request, cameFrom(request)) : showClient(request, 404),
}

/** Returns the page of this host that led here, relative to the base path; the start page if there is none. */
function cameFrom({ headers, origin, context }: RouteRequest): string {
  const { basePath } = context.config
  const path = nextPath(headers['referer'], origin, `${basePath}/`)
  const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '/'
  return below.startsWith('/lang/') ? '/' : below
}
