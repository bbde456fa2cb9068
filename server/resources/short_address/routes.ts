import { ApiError } from '#core/rest/api-error.ts'
import { linkTo } from '#server/resources/shared/link.ts'
import { makePermalink, readPermalink } from '#server/resources/shared/permalink.ts'
import { redirect } from '#server/route/client-page.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'
import { nextPath } from '#server/security/next-path.ts'

const FORM_LIMIT = 128 * 1024

/** Short URLs for long ones of this product, as clients from before permalinks create and open them. */
export const shortAddressRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/r/shortner',
    policy: { allow: 'signed in' },
    formLimit: FORM_LIMIT,
    formOptional: true,
    handler: createShortUrl,
  },
  { method: 'GET', path: '/r/:key', policy: { allow: 'anyone' }, handler: redirectToPath },
]

/**
 * Creates a short URL for the form field `data`, a path of this host; older clients write two slashes before it. The
 * response is text.
 */
async function createShortUrl(request: RouteRequest): Promise<RouteResponse> {
  const sent = request.form?.fields['data'] ?? (request.body as { data?: unknown } | undefined)?.data
  const path = typeof sent === 'string' ? pathOf(sent, request) : undefined
  if (path === undefined) throw new ApiError('fields-wrong', { fields: { data: ['Not a path of Facet'] } })
  const key = await makePermalink(request, 'short_address', { path })
  return { status: 200, type: 'text/plain; charset=utf-8', bytes: Buffer.from(linkTo(request, `/r/${key}`)) }
}

/** Returns the path below the base path; undefined if it is invalid or leads to another host. */
function pathOf(sent: string, { origin, context }: RouteRequest): string | undefined {
  const path = nextPath(sent.replace(/^\/\//, '/'), origin, '')
  const { basePath } = context.config
  if (basePath === '' || !path.startsWith(`${basePath}/`)) return path || undefined
  return path.slice(basePath.length)
}

/** Redirects to the path, which checks the permissions itself. */
async function redirectToPath(request: RouteRequest): Promise<RouteResponse> {
  const { path } = await readPermalink(request, 'short_address', request.params['key'] ?? '')
  return redirect(request, String(path))
}
