import { escapeHtml } from '#core/text/escape-html.ts'
import type { SecretKeys } from '#server/base/secret-keys.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'
import { checkCsrf, csrfToken } from '#server/security/csrf.ts'
import { decryptSecret } from '#server/security/secret-box.ts'
import { closeSession, tokenHash } from '#server/security/sessions.ts'
import { contentPolicy, HTML_TYPE, redirect } from '#server/route/client-page.ts'
import { protocolOf } from './provider-page.ts'
import { afterProxySignOut } from './proxy-sign-in.ts'
import { samlSignOut } from './saml-page.ts'

/** Sign-out: immediate if a page of this host requests it, with a confirmation if another site may have led here. */
export const logoutRoutes: readonly Route[] = [
  { method: 'GET', path: '/logout', policy: { allow: 'anyone' }, viewAs: 'administrator', handler: confirmLogout },
  { method: 'POST', path: '/logout', policy: { allow: 'anyone' }, viewAs: 'administrator', handler: logout },
]

async function confirmLogout(request: RouteRequest): Promise<RouteResponse> {
  if (request.cookie === undefined || request.user.isAnonymous) return redirect(request, '/login/', '')
  return isWanted(request) ? logout(request) : showLogoutConfirmation(request)
}

async function logout(request: RouteRequest): Promise<RouteResponse> {
  const { cookie } = request
  if (cookie === undefined) return redirect(request, '/login/', '')
  const atProvider = await providerSignOutUrl(request, cookie)
  const { store, config } = request.context
  const session = await store.sessions.get(tokenHash(cookie))
  await closeSession(store, cookie)
  const { signInProxy: proxy } = config
  if (proxy && session?.provider === proxy.name) return afterProxySignOut(request, proxy)
  const here = redirect(request, '/login/', '')
  return atProvider === undefined ? here : { ...here, headers: { ...here.headers, location: atProvider } }
}

/** Returns the URL that ends the session of the user at the identity provider, if one signed the user in. */
async function providerSignOutUrl({ context }: RouteRequest, cookie: string): Promise<string | undefined> {
  const { config, store } = context
  const session = await store.sessions.get(tokenHash(cookie))
  if (!session) return undefined
  const atSaml = await samlSignOut({ context }, session)
  if (atSaml !== undefined) return atSaml
  const provider = config.identityProviders.find(({ name }) => name === session.provider)
  if (!provider?.sign_out || !session.sign_out_token) return undefined
  const token = decryptToken(config.secretKey, session.sign_out_token)
  if (token === undefined) return undefined
  return protocolOf(provider).signOutUrl(token, `${config.publicUrl}${config.basePath}/login/`)
}

/** Returns the origin to which the form may redirect. */
async function providerOrigins(request: RouteRequest): Promise<readonly string[]> {
  const url = request.cookie === undefined ? undefined : await providerSignOutUrl(request, request.cookie)
  return url === undefined ? [] : [new URL(url).origin]
}

/** Returns the text; undefined if the secret key has changed since. */
function decryptToken(secretKey: SecretKeys, encrypted: string): string | undefined {
  try {
    return decryptSecret(secretKey, encrypted)
  } catch {
    return undefined
  }
}

/**
 * True if the user or a page of this host requested it: browsers send the origin of a request, scripts send a token.
 */
function isWanted({ context, csrfBinding, headers, origin }: RouteRequest): boolean {
  const token = headers['x-csrftoken']
  if (token && csrfBinding && checkCsrf(context.config.secretKey, csrfBinding, token, context.now())) return true
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  // Without https, browsers send only the referring page.
  const { referer = '' } = headers
  return origin !== '' && URL.canParse(referer) && new URL(referer).origin === origin
}

/** A separate page: the client would show the page it knows for the URL. */
async function showLogoutConfirmation(request: RouteRequest): Promise<RouteResponse> {
  const { config, now } = request.context
  const token = csrfToken(config.secretKey, request.csrfBinding ?? '', now())
  const base = escapeHtml(config.basePath)
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign out – Facet</title>
<meta name="viewport" content="width=device-width"><style nonce="${request.nonce}">
main{max-width:20rem;margin:16vh auto;padding:0 1rem;font:14px/1.5 system-ui,sans-serif;display:grid;gap:.75rem}
h1{font-size:20px;margin:0}button{font:inherit;padding:.5rem .625rem;border:1px solid #888;border-radius:6px}
</style></head><body><main><h1>Sign out of Facet?</h1>
<form method="post" action="${base}/logout/"><input type="hidden" name="csrf_token" value="${token}">
<button type="submit">Sign out</button></form><p><a href="${base}/">Stay signed in</a></p></main></body></html>`
  return {
    status: 200,
    type: HTML_TYPE,
    bytes: Buffer.from(html),
    headers: {
      // Browsers apply the policy of forms to redirects as well.
      'content-security-policy': contentPolicy(request.nonce, { forms: await providerOrigins(request) }),
      'cache-control': 'no-store',
    },
  }
}
