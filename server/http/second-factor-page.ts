import { ApiError } from '#core/rest/api-error.ts'
import { errors } from '#core/rest/errors.ts'
import { escapeHtml } from '#core/text/escape-html.ts'
import {
  confirmSecondFactor,
  hasSecondFactor,
  newFactorSecret,
  type NewSecret,
  presentSecret,
  requireSecondFactor,
} from '#server/identity/second-factor.ts'
import { TICKET_TTL_MS } from '#server/identity/sign-in-ticket.ts'
import { contentPolicy, HTML_TYPE, redirect } from '#server/route/client-page.ts'
import type { Route, RouteRequest, RouteResponse } from '#server/route/route.ts'
import { csrfBinding, csrfToken } from '#server/security/csrf.ts'
import { createToken } from '#server/security/sessions.ts'
import {
  endIfSignedOut,
  isSignedOutAtProvider,
  openSignInSession,
  type AuthenticatedUser,
  openSessionInTransaction,
  signInAgain,
  ticketOf,
  withoutTicket,
  withTicket,
} from './sign-in-session.ts'

/** The second step of a sign-in: a code, or the set-up of a required second factor. */
export const secondFactorRoutes: readonly Route[] = [
  { method: 'GET', path: '/login/code', policy: { allow: 'anyone' }, handler: show },
  { method: 'POST', path: '/login/code', policy: { allow: 'anyone' }, handler: check },
]

/** Maximum characters of a token for the sign-out at a provider: browsers ignore cookies above 4,096 bytes. */
const MAX_SIGN_OUT_TOKEN = 2000

/** True if a user who signs in has a second factor, or has to set one up. */
export async function needsSecondFactor({ context }: RouteRequest, userId: number): Promise<boolean> {
  return context.config.requireSecondFactor || hasSecondFactor(context.store, userId)
}

/**
 * Redirects a user who has authenticated by other means to the second step. The secret of a new second factor is only in
 * the encrypted ticket of this browser: another sign-in of the same user never sees it.
 */
export async function redirectToSecondFactor(
  request: RouteRequest,
  user: AuthenticatedUser,
  next: string,
): Promise<RouteResponse> {
  const { signOutToken = '', ...rest } = user
  const isSet = await hasSecondFactor(request.context.store, user.userId)
  const response = redirect(request, isSet ? '/login/code/' : '/login/code/?step=set-up')
  return withTicket(request, response, {
    step: 'second factor',
    id: createToken(),
    next,
    ...rest,
    ...(signOutToken === '' || signOutToken.length > MAX_SIGN_OUT_TOKEN ? {} : { signOutToken }),
    ...(isSet ? {} : { secret: newFactorSecret().toString('base64url') }),
  })
}

/** Returns the ticket of the request, its user and whether they have a second factor; undefined if it is not valid. */
async function openTicket(request: RouteRequest) {
  const ticket = ticketOf(request, 'second factor')
  const { store } = request.context
  const user = ticket && (await store.users.get(ticket.userId))
  if (!ticket || !user?.active) return undefined
  return { ticket, user, isSet: await hasSecondFactor(store, user.id) }
}

async function show(request: RouteRequest): Promise<RouteResponse> {
  const opened = await openTicket(request)
  if (!opened) return redirectExpired(request, '/')
  const { ticket, user, isSet } = opened
  if (isSet) return codeForm(request, undefined)
  if (ticket.secret === undefined) return redirectExpired(request, ticket.next)
  return codeForm(request, presentSecret(Buffer.from(ticket.secret, 'base64url'), user.username))
}

function redirectExpired(request: RouteRequest, next: string): RouteResponse {
  return withoutTicket(request, signInAgain(request, 'sign-in-expired', next))
}

type OpenedTicket = NonNullable<Awaited<ReturnType<typeof openTicket>>>

async function check(request: RouteRequest): Promise<RouteResponse> {
  const opened = await openTicket(request)
  if (!opened) return redirectExpired(request, '/')
  const { next } = opened.ticket
  const { code } = (request.body ?? {}) as Record<string, unknown>
  const text = typeof code === 'string' ? code : ''
  try {
    const { response, session } = await (opened.isSet
      ? finishSignIn(request, opened, text)
      : setUp(request, opened, text))
    if (session === undefined) return redirectExpired(request, next)
    return withoutTicket(request, { ...response, cookie: session })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'code-wrong' || error.code === 'code-limit')
      return redirect(request, `/login/code/?problem=${error.code}`)
    if (error.code === 'second-factor-set') return redirect(request, '/login/code/')
    if (error.code === 'sign-in-expired') return redirectExpired(request, next)
    if (error.code === 'second-factor-unreadable') return withoutTicket(request, signInAgain(request, error.code, next))
    throw error
  }
}

/** The result of a valid code; no session if the sign-in is no longer valid. */
interface EnteredCode {
  readonly response: RouteResponse
  readonly session: string | undefined
}

async function finishSignIn(request: RouteRequest, { ticket }: OpenedTicket, code: string): Promise<EnteredCode> {
  const { context, ip } = request
  const factor = await requireSecondFactor(context, { userId: ticket.userId, code, ip })
  const response = redirect(request, ticket.next)
  if (!(await useTicket(request, ticket.id))) return { response, session: undefined }
  const session = await openSignInSession(request, { ...ticket, by: `${ticket.by} and ${factor}` })
  if (session !== undefined && ticket.by === 'link') await context.store.users.signedIn(ticket.userId, true)
  return { response, session }
}

async function setUp(request: RouteRequest, { ticket }: OpenedTicket, code: string): Promise<EnteredCode> {
  const { context, ip } = request
  const { userId, begun, secret } = ticket
  if (secret === undefined || (await isSignedOutAtProvider(request, ticket))) throw new ApiError('sign-in-expired')
  const { codes, result } = await confirmSecondFactor(context, { userId, code, ip }, Buffer.from(secret, 'base64url'), {
    begun,
    afterwards: (tx) => openSessionInTransaction(request, { ...ticket, by: `${ticket.by} and code` }, tx),
  })
  const session = result && (await endIfSignedOut(request, ticket, result))
  return { response: recoveryPage(request, codes, ticket.next), session }
}

/** Returns false if the ticket was used before. */
async function useTicket({ context }: RouteRequest, id: string): Promise<boolean> {
  const uses = await context.store.limitCounts.allow([{ key: `sign-in ticket ${id}`, most: 1 }], TICKET_TTL_MS)
  return uses !== undefined
}

/** A form that works without scripts, with the QR code of a new secret. */
function codeForm(request: RouteRequest, secret: NewSecret | undefined): RouteResponse {
  const { config, now } = request.context
  const { binding, cookie } = csrfBinding(request.csrfBinding)
  const token = csrfToken(config.secretKey, binding, now())
  const problem = problemText(request.query['problem'])
  const instructions = secret
    ? `<p>A second factor is required. Scan the QR code with an authenticator app, or type the key into it. Then type the code that the app shows.</p>
${secret.svg}<p><code>${escapeHtml(secret.key)}</code></p>`
    : '<p>Type the code of your authenticator app, or a recovery code.</p>'
  const form = `${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}${instructions}
<form method="post" action="${escapeHtml(config.basePath)}/login/code/">
<input type="hidden" name="csrf_token" value="${token}">
<label>Code<input name="code" autocomplete="one-time-code" autocapitalize="none" required autofocus></label>
<button type="submit">Sign in</button></form>`
  return { ...plainPage(request, 'Sign in to Facet', form), ...(cookie === undefined ? {} : { cookie }) }
}

function problemText(code: string | undefined): string | undefined {
  if (code !== 'code-wrong' && code !== 'code-limit') return undefined
  const { message, remedy } = errors[code]
  return `${message}. ${remedy}`
}

function recoveryPage(request: RouteRequest, codes: readonly string[], next: string): RouteResponse {
  const to = escapeHtml(`${request.context.config.basePath}${next}`)
  const list = codes.map((code) => `<li><code>${escapeHtml(code)}</code></li>`).join('')
  const text = `<p>Each recovery code signs you in once without the app. They are not shown again: store them now.</p>`
  return plainPage(request, 'Recovery codes', `${text}<ul>${list}</ul><p><a href="${to}">Continue</a></p>`)
}

function plainPage(request: RouteRequest, title: string, content: string): RouteResponse {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} – Facet</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style nonce="${request.nonce}">
:root{color-scheme:light dark}
main{max-width:20rem;margin:16vh auto;padding:0 1rem;font:14px/1.5 system-ui,sans-serif;display:grid;gap:.75rem}
h1{font-size:20px;margin:0}p,ul{margin:0}form{display:grid;gap:.75rem}label{display:grid;gap:.25rem}[role=alert]{color:light-dark(#b3261e,#f2b8b5)}svg{width:12rem}
input,button{font:inherit;padding:.5rem .625rem;border:1px solid #888;border-radius:6px}
</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`
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
  }
}
