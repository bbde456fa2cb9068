import { ApiError } from '#core/rest/api-error.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'
import { csrfBinding, csrfToken } from '#server/security/csrf.ts'
import { signInByPassword } from '#server/identity/password-sign-in.ts'
import { clientPage, redirect, signInProviders } from '#server/route/client-page.ts'
import { errors } from '#core/rest/errors.ts'
import { isSignInError } from '#core/rest/sign-in-problems.ts'
import { escapeHtml } from '#core/text/escape-html.ts'
import { hasSecondFactor, requireSecondFactor } from '#server/identity/second-factor.ts'
import { proxyUserName, signInByProxy } from './proxy-sign-in.ts'
import { needsSecondFactor, redirectToSecondFactor } from './second-factor-page.ts'
import { openSignInSession, nextPathOf, signInAgain } from './sign-in-session.ts'

/** Sign-in by a form that needs no JavaScript. */
export const loginRoutes: readonly Route[] = [
  { method: 'GET', path: '/login', policy: { allow: 'anyone' }, viewAs: 'administrator', handler: showLogin },
  { method: 'POST', path: '/login', policy: { allow: 'anyone' }, handler: login },
]

async function showLogin(request: RouteRequest): Promise<RouteResponse> {
  if (!request.user.isAnonymous) return redirect(request, nextPathOf(request))
  const { problem, form } = request.query
  const byProxy = problem === undefined && form === undefined ? await signInByProxy(request) : undefined
  if (byProxy) return byProxy
  const { binding, cookie } = csrfBinding(request.csrfBinding)
  const page = await clientPage(
    { ...request, csrfBinding: binding },
    { inside: loginForm(request, binding), module: 'LoginPage' },
  )
  return { ...page, ...(cookie === undefined ? {} : { cookie }) }
}

function loginForm(request: RouteRequest, binding: string): string {
  const { config, now } = request.context
  const query = request.query['next'] ? `?next=${encodeURIComponent(nextPathOf(request))}` : ''
  const token = csrfToken(config.secretKey, binding, now())
  const problem = problemText(request.query['problem'])
  const link = (url: string, text: string) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`
  const providers = signInProviders(config).map(({ path, label }) =>
    link(`${config.basePath}${path}${query}`, `Sign in with ${label}`),
  )
  const proxied = proxyUserName(request)
  if (proxied !== undefined) providers.unshift(link(`${config.basePath}/login/${query}`, `Sign in as ${proxied}`))
  return `<style nonce="${request.nonce}">
.sign-in{max-width:20rem;margin:16vh auto;padding:0 1rem;font:14px/1.5 system-ui,sans-serif;display:grid;gap:.75rem}
.sign-in h1{font-size:20px;margin:0 0 .5rem}.sign-in label{display:grid;gap:.25rem}
.sign-in input,.sign-in button{font:inherit;padding:.5rem .625rem;border:1px solid #888;border-radius:6px}
.sign-in a{padding:.5rem .625rem;border:1px solid #888;border-radius:6px;text-align:center;color:inherit;text-decoration:none}
.sign-in button{cursor:pointer}.sign-in p{margin:0;color:#b3261e}
</style>
<form class="sign-in" method="post" action="${escapeHtml(`${config.basePath}/login/${query}`)}">
<h1>Facet</h1>
${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}
<input type="hidden" id="csrf_token" name="csrf_token" value="${token}">
<label>Username<input name="username" autocomplete="username" autocapitalize="none" required autofocus></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<button type="submit">Sign in</button>
${providers.join('\n')}
</form>`
}

/** Returns the text of a problem that a redirect to this page names. */
function problemText(code: string | undefined): string | undefined {
  if (isSignInError(code)) return `${errors[code].message}. ${errors[code].remedy}`
  return { failed: 'Invalid login. Please try again.', wait: 'Too many requests', code: 'The code is wrong.' }[
    code ?? ''
  ]
}

/** Errors whose reason is only in the log. */
const IDENTITY_ERRORS: readonly string[] = ['identity-claim-missing', 'identity-groups', 'fields-wrong']

async function login(request: RouteRequest): Promise<RouteResponse> {
  const { username, password, code } = (request.body ?? {}) as Record<string, unknown>
  const again = (problem: string) => signInAgain(request, problem, nextPathOf(request))
  if (typeof username !== 'string' || typeof password !== 'string') return again('failed')
  const begun = request.context.now()
  try {
    const { user, directory } = await signInByPassword(request.context, { username, password, ip: request.ip })
    let by = directory === undefined ? 'password' : `provider ${directory.name}`
    const entering = { userId: user.id, begun, provider: directory?.name }
    // The dialog of a page sends the code with the password; the page without scripts asks for it in a second step.
    if (typeof code === 'string' && (await hasSecondFactor(request.context.store, user.id)))
      by += ` and ${await requireSecondFactor(request.context, { userId: user.id, code, ip: request.ip })}`
    else if (directory?.checks_second_factor !== true && (await needsSecondFactor(request, user.id)))
      return await redirectToSecondFactor(request, { ...entering, by }, nextPathOf(request))
    const session = await openSignInSession(request, { ...entering, by })
    if (session === undefined) return again('failed')
    return redirect(request, nextPathOf(request), session)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-signed-in') return again('failed')
    if (error instanceof ApiError && error.code === 'too-many-requests') return again('wait')
    if (error instanceof ApiError && error.code === 'code-wrong') return again('code')
    if (error instanceof ApiError && isSignInError(error.code)) return again(error.code)
    if (error instanceof ApiError && IDENTITY_ERRORS.includes(error.code)) return again('identity-failed')
    throw error
  }
}
