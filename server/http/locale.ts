import { redirect } from '#server/route/page.ts'
import type { RouteRequest, Route } from '#server/route/route.ts'
import { nextPath } from '#server/security/next-path.ts'
import { showClient } from './pages.ts'

/** Languages the product is written in. */
const LOCALES: readonly string[] = ['en']

/** `/lang/{locale}`: back to the page one comes from, in that language; one it is not written in is not there. */
export const localeRoute: Route = {
  method: 'GET',
  path: '/lang/:locale',
  policy: { allow: 'anyone' },
  handler: async (asked) =>
    LOCALES.includes(asked.params['locale'] ?? '') ? redirect(asked, cameFrom(asked)) : showClient(asked, 404),
}

/** The page of this host that led here, below the base path; the start page where none did. */
function cameFrom({ headers, origin, context }: RouteRequest): string {
  const { basePath } = context.config
  const path = nextPath(headers['referer'], origin, `${basePath}/`)
  const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '/'
  return below.startsWith('/lang/') ? '/' : below
}
