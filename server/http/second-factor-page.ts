import { ApiError } from '#core/rest/api-error.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  hasSecondFactor,
  type NewSecret,
  requireSecondFactor,
} from '#server/identity/second-factor.ts'
import { contentPolicy, escapeHtml, HTML_TYPE, redirect } from '#server/route/page.ts'
import type { Route, RouteRequest, RouteResponse } from '#server/route/route.ts'
import { csrfBinding, csrfToken } from '#server/security/csrf.ts'
import { enter, signInAgain, ticketOf, withoutTicket, withTicket } from './sign-in-session.ts'

/** The second step of a sign-in by password or link: a code, or the set-up of a required second factor. */
export const secondFactorRoutes: readonly Route[] = [
  { method: 'GET', path: '/login/code', policy: { allow: 'anyone' }, handler: show },
  { method: 'POST', path: '/login/code', policy: { allow: 'anyone' }, handler: check },
]

/** True if a user who signs in has a second factor, or has to set one up. */
export async function needsSecondFactor({ context }: RouteRequest, userId: number): Promise<boolean> {
  return context.config.requireSecondFactor || hasSecondFactor(context.store, userId)
}

/** Redirects a user who has given a password or used a link to the second step. */
export function toSecondFactor(
  request: RouteRequest,
  user: { readonly userId: number; readonly begun: number; readonly by: string },
  next: string,
): RouteResponse {
  return withTicket(request, redirect(request, '/login/code/'), { step: 'second factor', next, ...user })
}

async function show(request: RouteRequest): Promise<RouteResponse> {
  const ticket = ticketOf(request, 'second factor')
  if (!ticket) return withoutTicket(request, signInAgain(request, 'sign-in-expired', '/'))
  const { context } = request
  const user = await context.store.users.get(ticket.userId)
  if (!user?.active) return withoutTicket(request, signInAgain(request, 'failed', '/'))
  if (await hasSecondFactor(context.store, user.id)) return codeForm(request, undefined)
  return codeForm(request, await beginSecondFactor(context, user))
}

async function check(request: RouteRequest): Promise<RouteResponse> {
  const ticket = ticketOf(request, 'second factor')
  if (!ticket) return withoutTicket(request, signInAgain(request, 'sign-in-expired', '/'))
  const { code } = (request.body ?? {}) as Record<string, unknown>
  const { context } = request
  const { userId, begun, next } = ticket
  const text = typeof code === 'string' ? code : ''
  try {
    const isNew = !(await hasSecondFactor(context.store, userId))
    const codes = isNew ? await confirmSecondFactor(context, userId, text) : undefined
    if (!isNew) await requireSecondFactor(context, userId, text)
    const session = await enter(request, { userId, begun, by: `${ticket.by} and code` })
    if (session === undefined) return withoutTicket(request, signInAgain(request, 'failed', next))
    const response = codes ? recoveryPage(request, codes, next) : redirect(request, next)
    return withoutTicket(request, { ...response, cookie: session })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'code-wrong') return redirect(request, '/login/code/?problem=code')
    if (error.code === 'too-many-requests') return redirect(request, '/login/code/?problem=wait')
    if (error.code === 'second-factor-none' || error.code === 'second-factor-set')
      return redirect(request, '/login/code/')
    throw error
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  code: 'The code is wrong or has been used. Wait for the next code, and type that one.',
  wait: 'Too many wrong codes. Wait ten minutes, then try again.',
}

/** A form that works without scripts, with the QR code of a new secret. */
function codeForm(request: RouteRequest, secret: NewSecret | undefined): RouteResponse {
  const { config, now } = request.context
  const { binding, cookie } = csrfBinding(request.csrfBinding)
  const token = csrfToken(config.secretKey, binding, now())
  const problem = PROBLEMS[request.query['problem'] ?? '']
  const setUp = secret
    ? `<p>Everyone needs a second factor here. Scan the code with an authenticator app, or type the key into it.</p>
${secret.svg}<p><code>${escapeHtml(secret.key)}</code></p>`
    : '<p>Type the code of your authenticator app, or a recovery code.</p>'
  const form = `${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}${setUp}
<form method="post" action="${escapeHtml(config.basePath)}/login/code/">
<input type="hidden" name="csrf_token" value="${token}">
<label>Code<input name="code" autocomplete="one-time-code" autocapitalize="none" required autofocus></label>
<button type="submit">Sign in</button></form>`
  return { ...plainPage(request, 'Sign in to Facet', form), ...(cookie === undefined ? {} : { cookie }) }
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
main{max-width:20rem;margin:16vh auto;padding:0 1rem;font:14px/1.5 system-ui,sans-serif;display:grid;gap:.75rem}
h1{font-size:20px;margin:0}p,ul{margin:0}form,label{display:grid;gap:.75rem}[role=alert]{color:#b3261e}svg{width:12rem}
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
