import { ApiError } from '#core/rest/api-error.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'
import { csrfBinding, csrfToken } from '#server/security/csrf.ts'
import { nextPath } from '#server/security/next-path.ts'
import { closeSession, openSession, tokenHash } from '#server/security/sessions.ts'
import { signIn } from '#server/security/sign-in.ts'
import { isEnded } from '#server/security/token.ts'
import { clientPage, escapeHtml, redirect } from '#server/route/page.ts'

/** Sign-in by a form that needs no JavaScript, and by a one-time link. */
export const loginRoutes: readonly Route[] = [
  { method: 'GET', path: '/login', policy: { allow: 'anyone' }, handler: showLogin },
  { method: 'POST', path: '/login', policy: { allow: 'anyone' }, handler: login },
  { method: 'GET', path: '/login/link/:token', policy: { allow: 'anyone' }, handler: loginByLink },
]

/** Returns the page to show after sign-in, relative to the base path. */
function next(request: RouteRequest): string {
  const { basePath } = request.context.config
  const path = nextPath(request.query['next'], request.origin, `${basePath}/`)
  return basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path
}

async function showLogin(request: RouteRequest): Promise<RouteResponse> {
  if (!request.user.isAnonymous) return redirect(request, next(request))
  const { binding, cookie } = csrfBinding(request.csrfBinding)
  const page = await clientPage(
    { ...request, csrfBinding: binding },
    { inside: loginForm(request, binding), module: 'LoginPage' },
  )
  return { ...page, ...(cookie === undefined ? {} : { cookie }) }
}

function loginForm(request: RouteRequest, binding: string): string {
  const { config, now } = request.context
  const action = `${config.basePath}/login/${request.query['next'] ? `?next=${encodeURIComponent(next(request))}` : ''}`
  const token = csrfToken(config.secretKey, binding, now())
  const problem = { failed: 'Invalid login. Please try again.', wait: 'Too many requests' }[
    request.query['problem'] ?? ''
  ]
  return `<style nonce="${request.nonce}">
.sign-in{max-width:20rem;margin:16vh auto;padding:0 1rem;font:14px/1.5 system-ui,sans-serif;display:grid;gap:.75rem}
.sign-in h1{font-size:20px;margin:0 0 .5rem}.sign-in label{display:grid;gap:.25rem}
.sign-in input,.sign-in button{font:inherit;padding:.5rem .625rem;border:1px solid #888;border-radius:6px}
.sign-in button{cursor:pointer}.sign-in p{margin:0;color:#b3261e}
</style>
<form class="sign-in" method="post" action="${escapeHtml(action)}">
<h1>Facet</h1>
${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}
<input type="hidden" id="csrf_token" name="csrf_token" value="${token}">
<label>Username<input name="username" autocomplete="username" autocapitalize="none" required autofocus></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<button type="submit">Sign in</button>
</form>`
}

async function login(request: RouteRequest): Promise<RouteResponse> {
  const { username, password } = (request.body ?? {}) as Record<string, unknown>
  const again = (problem: string) => {
    const to = request.query['next'] ? `&next=${encodeURIComponent(next(request))}` : ''
    return redirect(request, `/login/?problem=${problem}${to}`)
  }
  if (typeof username !== 'string' || typeof password !== 'string') return again('failed')
  const begun = request.context.now()
  try {
    const user = await signIn(request.context, { username, password, ip: request.ip })
    return await enter(request, { userId: user.id, begun }, next(request))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-signed-in') return again('failed')
    if (error instanceof ApiError && error.code === 'too-many-requests') return again('wait')
    throw error
  }
}

/** A user who has authenticated; `begun` is when they started to, in epoch milliseconds. */
interface Entrant {
  readonly userId: number
  readonly begun: number
}

/**
 * Opens a new session in place of the previous one, so that a planted cookie becomes worthless. Throws `not-signed-in`
 * if all sessions of the user were ended after `begun`: the credentials may be revoked.
 */
async function enter(request: RouteRequest, { userId, begun }: Entrant, path: string): Promise<RouteResponse> {
  const { store, now } = request.context
  if (request.cookie) await closeSession(store, request.cookie)
  const from = { userAgent: request.headers['user-agent'], ip: request.ip }
  const cookie = await openSession(store, userId, now(), from)
  // Checked only after the session exists: ending all sessions first records the time and then ends those that are
  // open.
  if (await isEnded(store, { userId, issuedAt: begun })) {
    await closeSession(store, cookie)
    throw new ApiError('not-signed-in')
  }
  return redirect(request, path, cookie)
}

async function loginByLink(request: RouteRequest): Promise<RouteResponse> {
  const { store, now } = request.context
  const begun = now()
  const link = await store.loginLinks.use(tokenHash(request.params['token'] ?? ''))
  const user = link && (await store.users.get(link.user_id))
  // A user deactivated since would only get an unusable session until they are active again.
  if (!user?.active) {
    const fault = new ApiError('link-used')
    const inside = `<p role="alert">${escapeHtml(fault.message)}</p><p>${escapeHtml(fault.row.remedy)}</p>`
    return clientPage(request, { inside, status: fault.row.status })
  }
  await store.users.signedIn(user.id, true)
  // A user without a password sets one first.
  return enter(request, { userId: user.id, begun }, user.password === null ? '/account/' : '/')
}
