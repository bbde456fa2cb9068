import { ApiError } from '#core/rest/api-error.ts'
import { linkTo } from '#server/resources/shared/link.ts'
import { makePermalink, readPermalink } from '#server/resources/shared/permalink.ts'
import { redirect } from '#server/route/page.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'
import { nextPath } from '#server/security/next-path.ts'

const FORM_LIMIT = 128 * 1024

/** Short addresses for long ones of this product, as clients from before permalinks make and open them. */
export const shortAddressRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/r/shortner',
    policy: { allow: 'signed in' },
    formLimit: FORM_LIMIT,
    formOptional: true,
    handler: shorten,
  },
  { method: 'GET', path: '/r/:key', policy: { allow: 'anyone' }, handler: follow },
]

/** The form field `data` is a path of this host; clients of old write two slashes before it. The answer is text. */
async function shorten(asked: RouteRequest): Promise<RouteResponse> {
  const sent = asked.form?.fields['data'] ?? (asked.body as { data?: unknown } | undefined)?.data
  const path = typeof sent === 'string' ? pathOf(sent, asked) : undefined
  if (path === undefined) throw new ApiError('fields-wrong', { fields: { data: ['Not a path of this product'] } })
  const key = await makePermalink(asked, 'short_address', { path })
  return { status: 200, type: 'text/plain; charset=utf-8', bytes: Buffer.from(linkTo(asked, `/r/${key}`)) }
}

/** The path below the base path; undefined where it leads to another host or is none. */
function pathOf(sent: string, { origin, context }: RouteRequest): string | undefined {
  const path = nextPath(sent.replace(/^\/\//, '/'), origin, '')
  const { basePath } = context.config
  if (basePath === '' || !path.startsWith(`${basePath}/`)) return path || undefined
  return path.slice(basePath.length)
}

/** Leads to the path, where the rights of what it leads to are asked. */
async function follow(asked: RouteRequest): Promise<RouteResponse> {
  const { path } = await readPermalink(asked, 'short_address', asked.params['key'] ?? '')
  return redirect(asked, String(path))
}
