import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#core/rest/api-error.ts'
import type { Session } from '#core/entity/session.ts'
import type { Config } from '#server/base/config.ts'
import type { SignInProxy } from '#server/base/sign-in-proxy.ts'
import { signInExternal } from '#server/identity/external-sign-in.ts'
import { createProxyAddressMatcher, proxySubject, proxyUserOf } from '#server/identity/proxy-user.ts'
import { redirect } from '#server/route/client-page.ts'
import type { Context } from '#server/route/context.ts'
import type { RouteRequest, RouteResponse } from '#server/route/route.ts'
import { completeExternalSignIn, failedSignIn } from './external-page.ts'
import { nextPathOf } from './sign-in-session.ts'

/**
 * Removes the headers of the proxy from requests of other addresses, before anything reads them. Rejects requests of the
 * proxy with two headers of one name: Node joins them, and one may be of the client.
 */
export function dropForeignHeaders(app: FastifyInstance, { signInProxy: proxy }: Config): void {
  if (!proxy) return
  const isOfProxy = createProxyAddressMatcher(proxy)
  const names = [proxy.userHeader, proxy.emailHeader, proxy.groupsHeader].filter((each) => each !== undefined)
  app.addHook('onRequest', (request, _, done) => {
    // The address of the connection: a header names that of the client.
    if (!isOfProxy(request.raw.socket.remoteAddress)) {
      for (const name of names) delete request.raw.headers[name]
      done()
      return
    }
    // Names and values alternate.
    const sent = request.raw.rawHeaders.filter((_each, index) => index % 2 === 0).map((each) => each.toLowerCase())
    const repeated = names.find((name) => sent.indexOf(name) !== sent.lastIndexOf(name))
    done(repeated === undefined ? undefined : new ApiError('proxy-header-wrong', { args: [repeated] }))
  })
}

/**
 * True if the session counts for a request. A session that the proxy opened counts only with the header of the same user;
 * any other stands for itself.
 */
export async function isSessionValid(
  { config, store }: Context,
  session: Session,
  { raw }: FastifyRequest,
): Promise<boolean> {
  const { signInProxy: proxy } = config
  if (!proxy || session.provider !== proxy.name) return true
  const subject = subjectOf(proxy, raw.headers)
  if (subject === undefined) return false
  const identity = await store.externalIdentities.find({ issuer: proxy.issuer, subject })
  return identity?.user_id === session.user_id
}

function subjectOf(proxy: SignInProxy, headers: FastifyRequest['raw']['headers']): string | undefined {
  try {
    return proxySubject(proxy, headers)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Returns the name in the header of the proxy, for the sign-in page; undefined without one. */
export function proxyUserName({ context, headers }: RouteRequest): string | undefined {
  const { signInProxy: proxy } = context.config
  return proxy && subjectOf(proxy, headers)
}

/** Signs in the user whom the proxy names, and shows the next page; undefined if it names none. */
export async function signInByProxy(request: RouteRequest): Promise<RouteResponse | undefined> {
  const { signInProxy: proxy } = request.context.config
  if (!proxy || !request.headers[proxy.userHeader]) return undefined
  const next = nextPathOf(request)
  try {
    const begun = request.context.now()
    const external = proxyUserOf(proxy, request.headers)
    if (!external) return undefined
    const user = await signInExternal(request.context, proxy, external)
    return await completeExternalSignIn(request, user, { provider: proxy, begun, next })
  } catch (error) {
    return failedSignIn(request, proxy, error, next)
  }
}

/** Returns where the sign-out of a session of the proxy leads to: the form, which does not sign in again at once. */
export function afterProxySignOut(request: RouteRequest, proxy: SignInProxy): RouteResponse {
  const here = redirect(request, '/login/?form=1', '')
  const { sign_out_url: url } = proxy
  return url === undefined ? here : { ...here, headers: { ...here.headers, location: url } }
}
