import { ApiError } from '#core/rest/api-error.ts'
import type { User } from '#core/entity/user.ts'
import { escapeHtml } from '#core/text/escape-html.ts'
import { clientPage, contentPolicy, HTML_TYPE, redirect } from '#server/route/client-page.ts'
import type { Route, RouteRequest, RouteResponse } from '#server/route/route.ts'
import { csrfBinding, csrfToken } from '#server/security/csrf.ts'
import { tokenHash } from '#server/security/sessions.ts'
import { needsSecondFactor, redirectToSecondFactor } from './second-factor-page.ts'
import { openSignInSession } from './sign-in-session.ts'

/**
 * Sign-in by a one-time link. Opening the link shows a form, and only its submission uses the link up: mail scanners and
 * previews open every link of a message.
 */
export const signInLinkRoutes: readonly Route[] = [
  { method: 'GET', path: '/login/link/:token', policy: { allow: 'anyone' }, handler: showLink },
  { method: 'POST', path: '/login/link/:token', policy: { allow: 'anyone' }, handler: useLink },
]

const linkOf = ({ params }: RouteRequest) => tokenHash(params['token'] ?? '')

async function showLink(request: RouteRequest): Promise<RouteResponse> {
  const { store } = request.context
  const link = await store.loginLinks.find(linkOf(request))
  const user = link && (await store.users.get(link.user_id))
  return user?.active ? linkForm(request, user) : usedLink(request)
}

async function useLink(request: RouteRequest): Promise<RouteResponse> {
  const { store, now } = request.context
  const begun = now()
  const link = await store.loginLinks.use(linkOf(request))
  const user = link && (await store.users.get(link.user_id))
  // A user deactivated since would only get an unusable session until they are active again.
  if (!user?.active) return usedLink(request)
  // A user without a password sets one first.
  const next = user.password === null ? '/account/' : '/'
  const entering = { userId: user.id, begun, by: 'link' }
  if (await needsSecondFactor(request, user.id)) return await redirectToSecondFactor(request, entering, next)
  const session = await openSignInSession(request, entering)
  if (session === undefined) return usedLink(request)
  await store.users.signedIn(user.id, true)
  return redirect(request, next, session)
}

function usedLink(request: RouteRequest): Promise<RouteResponse> {
  const { message, row } = new ApiError('link-used')
  const inside = `<p role="alert">${escapeHtml(message)}</p><p>${escapeHtml(row.remedy)}</p>`
  return clientPage(request, { inside, status: row.status })
}

/** A separate page: it works without JavaScript, and nothing in it can submit the form but the user. */
function linkForm(request: RouteRequest, { username }: User): RouteResponse {
  const { config, now } = request.context
  const { binding, cookie } = csrfBinding(request.csrfBinding)
  const token = csrfToken(config.secretKey, binding, now())
  const action = `${config.basePath}/login/link/${encodeURIComponent(request.params['token'] ?? '')}`
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in – Facet</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style nonce="${request.nonce}">
main{max-width:20rem;margin:16vh auto;padding:0 1rem;font:14px/1.5 system-ui,sans-serif;display:grid;gap:.75rem}
h1{font-size:20px;margin:0}p{margin:0}button{font:inherit;padding:.5rem .625rem;border:1px solid #888;border-radius:6px}
</style></head><body><main><h1>Sign in to Facet</h1>
<p>This link signs you in as <strong>${escapeHtml(username)}</strong>. It works once.</p>
<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="csrf_token" value="${token}">
<button type="submit" autofocus>Sign in</button></form></main></body></html>`
  return {
    status: 200,
    type: HTML_TYPE,
    bytes: Buffer.from(html),
    headers: {
      'content-security-policy': contentPolicy(request.nonce),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
    ...(cookie === undefined ? {} : { cookie }),
  }
}
