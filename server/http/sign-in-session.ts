import type { RouteRequest, RouteResponse } from '#server/route/route.ts'
import { printCookie, readCookie } from '#server/route/cookie.ts'
import { redirect } from '#server/route/client-page.ts'
import { openUserSession } from '#server/security/open-user-session.ts'
import { nextPath } from '#server/security/next-path.ts'
import { logSignIn } from '#server/security/sign-in.ts'
import { closeSession, openSession, type Origin } from '#server/security/sessions.ts'
import type { Store } from '#server/store/store.ts'
import { isSignedOutAtSaml, samlSessionIn } from '#server/identity/saml-signed-out.ts'
import { decryptTicket, encryptTicket, type SignInTicket, TICKET_TTL_MS } from '#server/identity/sign-in-ticket.ts'

/** The cookie with the state of a sign-in between two requests. */
const TICKET_COOKIE = 'sign_in'
/** With this prefix, browsers accept a cookie only from this host over https, so that no other host plants one. */
const HOST_PREFIX = '__Host-'

const isSecure = ({ origin }: RouteRequest) => origin.startsWith('https:')

const cookieName = (request: RouteRequest) => (isSecure(request) ? `${HOST_PREFIX}${TICKET_COOKIE}` : TICKET_COOKIE)

/** A user who has authenticated. */
export interface AuthenticatedUser extends Pick<Origin, 'provider' | 'signOutToken'> {
  readonly userId: number
  /** When the sign-in began; epoch milliseconds. */
  readonly begun: number
  /** How the user authenticated, for the action log. */
  readonly by: string
}

/**
 * Opens a new session in place of the previous one, so that a planted cookie becomes worthless. Returns the value of its
 * cookie; undefined if all sessions of the user were ended after `begun`, or the provider signed the user out since. The
 * action log records the sign-in.
 */
export async function openSignInSession(request: RouteRequest, user: AuthenticatedUser): Promise<string | undefined> {
  const { store, now } = request.context
  const { userId, begun, by } = user
  if (request.cookie) await closeSession(store, request.cookie)
  const session = await openUserSession(store, { userId, begun }, now(), originOf(request, user))
  const valid = session && (await endIfSignedOut(request, user, session))
  if (valid !== undefined) await logSignIn(store, userId, by)
  return valid
}

/** True if the provider of a sign-in has signed the user out since it began. */
export async function isSignedOutAtProvider(
  { context: { config, store } }: RouteRequest,
  { userId, begun, provider: name, signOutToken }: AuthenticatedUser,
): Promise<boolean> {
  const provider = config.samlProviders.find((each) => each.name === name)
  if (!provider?.sign_out) return false
  const index = samlSessionIn(config.secretKey, signOutToken ?? null)?.index
  return isSignedOutAtSaml(store, provider, { userId, begun, index })
}

/**
 * Returns the value of a session cookie; ends the session and returns undefined if the provider has signed the user out
 * since the sign-in began. It is checked after the session is stored, where a concurrent sign-out would find it.
 */
export async function endIfSignedOut(
  request: RouteRequest,
  user: AuthenticatedUser,
  session: string,
): Promise<string | undefined> {
  if (!(await isSignedOutAtProvider(request, user))) return session
  await closeSession(request.context.store, session)
  return undefined
}

/** Opens a session like `enter` in a transaction that has checked that the sign-in is valid. */
export async function openSessionInTransaction(
  request: RouteRequest,
  user: AuthenticatedUser,
  tx: Store,
): Promise<string> {
  if (request.cookie) await closeSession(tx, request.cookie)
  await logSignIn(tx, user.userId, user.by)
  return openSession(tx, user.userId, request.context.now(), originOf(request, user))
}

function originOf({ headers, ip }: RouteRequest, { provider, signOutToken }: AuthenticatedUser): Origin {
  return { userAgent: headers['user-agent'], ip, provider, signOutToken }
}

/** Returns the page to show after sign-in, relative to the base path. */
export function nextPathOf(request: RouteRequest): string {
  const { basePath } = request.context.config
  const path = nextPath(request.query['next'], request.origin, `${basePath}/`)
  return basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path
}

/** Returns a response of a sign-in with its state in a cookie. */
export function withTicket(request: RouteRequest, response: RouteResponse, ticket: SignInTicket): RouteResponse {
  const value = encryptTicket(request.context.config.secretKey, ticket)
  return withTicketCookie(request, response, value, TICKET_TTL_MS / 1000)
}

/** Returns a response that ends the sign-in: the browser forgets its state. */
export function withoutTicket(request: RouteRequest, response: RouteResponse): RouteResponse {
  return withTicketCookie(request, response, '', 0)
}

function withTicketCookie(request: RouteRequest, response: RouteResponse, value: string, maxAge: number) {
  const { basePath } = request.context.config
  // The prefix requires the path of the whole host.
  const path = isSecure(request) ? '/' : `${basePath}/login`
  const cookie = printCookie(cookieName(request), value, { path, secure: isSecure(request), maxAge })
  return { ...response, headers: { ...response.headers, 'set-cookie': cookie } }
}

/** Returns the state of the sign-in at a step; undefined if there is none or it has expired. */
export function ticketOf<Step extends SignInTicket['step']>(request: RouteRequest, step: Step) {
  const { context, headers } = request
  const ticket = readCookie(headers['cookie'], cookieName(request))
  return decryptTicket(context.config.secretKey, ticket, step, context.now())
}

/** Returns to the sign-in page, which shows the problem and leads to the same page afterwards. */
export function signInAgain(request: RouteRequest, problem: string, next: string): RouteResponse {
  const to = next === '/' ? '' : `&next=${encodeURIComponent(`${request.context.config.basePath}${next}`)}`
  return redirect(request, `/login/?problem=${problem}${to}`)
}
