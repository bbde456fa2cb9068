import { type ErrorCode, errors } from '#core/rest/errors.ts'
import type { HttpResponse, HttpCall } from '#testing/http-client.ts'
import { httpClient } from '#testing/http-client.ts'
import { PRODUCT_PASSWORD } from '#testing/built-product.ts'
import { judgeResponse } from './judge-response.ts'
import type { Record } from './record.ts'

/** Maximum milliseconds to wait for any response. */
export const RESPONSE_TIMEOUT_MS = 30_000

/** The outcome of a request; `gone` if the caller disconnected or there was no response. */
export type CallOutcome =
  | { readonly kind: 'answered'; readonly answer: HttpResponse }
  | { readonly kind: 'refused'; readonly name: ErrorCode }
  | { readonly kind: 'gone' }

/** True if a request may have had its effect without a response; errors below 500 mean that it had none. */
export function isInDoubt(outcome: CallOutcome): boolean {
  return outcome.kind === 'gone' || (outcome.kind === 'refused' && errors[outcome.name].status >= 500)
}

/** The expected outcomes besides success. */
export interface ExpectedOutcomes {
  /** Expected errors below 500. */
  readonly allowed?: readonly ErrorCode[]
  /** Aborts the request. */
  readonly signal?: AbortSignal
}

/** A caller; every response is judged and counted for the requesting actor. */
export interface SoakCaller {
  readonly name: string
  call(actor: string, call: HttpCall, expected?: ExpectedOutcomes): Promise<CallOutcome>
}

/** Errors after which the caller signs in again: the session has expired, or the clock was moved. */
const SIGN_IN_AGAIN: readonly ErrorCode[] = ['not-signed-in', 'token-expired', 'token-wrong', 'csrf-wrong']

/** Returns an anonymous caller; `headers` are sent with every request. */
export function anonymousCaller(
  url: string,
  record: Record,
  name = 'nobody',
  headers?: Readonly<{ [name: string]: string }>,
): SoakCaller {
  const client = httpClient(url, headers)
  return {
    name,
    async call(actor, call, { allowed, signal } = {}) {
      const count = record.of(actor)
      const began = performance.now()
      const limit = limitSignal(signal)
      count.calls += 1
      try {
        const answer = await client.call({ ...call, signal: limit.signal })
        const verdict = judgeResponse(answer, allowed)
        if (verdict.kind === 'refused') {
          record.refused(actor, verdict.name)
          return verdict
        }
        if (verdict.kind === 'answered') {
          count.answered += 1
          return { kind: 'answered', answer }
        }
        record.fault(actor, verdict.fault, `${name} ${describeCall(call)} -> ${verdict.detail}`)
      } catch (error) {
        if (signal?.aborted) count.left += 1
        else
          record.fault(actor, 'no answer', `${name} ${describeCall(call)} -> ${String(limit.signal.reason ?? error)}`)
      } finally {
        limit.over()
        if (!signal?.aborted) count.longest = Math.max(count.longest, performance.now() - began)
      }
      return { kind: 'gone' }
    },
  }
}

/** Returns a signal that aborts with another one or on timeout. Combined signals may be garbage-collected. */
function limitSignal(signal: AbortSignal | undefined): { readonly signal: AbortSignal; over(): void } {
  const ending = new AbortController()
  const end = (): void => ending.abort()
  const late = (): void => ending.abort(new Error(`there was no answer within ${RESPONSE_TIMEOUT_MS} ms`))
  const timer = setTimeout(late, RESPONSE_TIMEOUT_MS)
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end, { once: true })
  return {
    signal: ending.signal,
    over: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    },
  }
}

function describeCall({ method = 'GET', url, payload }: HttpCall): string {
  const body = payload === undefined || payload instanceof FormData ? '' : JSON.stringify(payload).slice(0, 600)
  return `${method} ${url} ${body}`.trim()
}

/** Signs in; returns the signed-in caller, undefined if sign-in is rejected now. */
type SignIn = (actor: string) => Promise<SoakCaller | undefined>

/** Returns a caller who signs in again whenever the sign-in has expired. */
function reconnecting(name: string, signIn: SignIn): SoakCaller {
  let signing: Promise<SoakCaller | undefined> | undefined
  return {
    name,
    async call(actor, call, expected) {
      const mine = (signing ??= signIn('sign-in'))
      const self = await mine
      const outcome: CallOutcome = self ? await self.call(actor, call, expected) : { kind: 'gone' }
      const isOver = outcome.kind === 'refused' && SIGN_IN_AGAIN.includes(outcome.name)
      if ((!self || isOver) && signing === mine) signing = undefined
      return outcome
    },
  }
}

/** Returns a caller with a bearer token. */
export function tokenCaller(url: string, record: Record, name: string): SoakCaller {
  return reconnecting(name, async (actor) => {
    const payload = { username: name, password: PRODUCT_PASSWORD, provider: 'db' }
    const call = { method: 'POST', url: '/api/v1/security/login', payload }
    const outcome = await anonymousCaller(url, record, name).call(actor, call)
    if (outcome.kind !== 'answered') return undefined
    return anonymousCaller(url, record, name, { authorization: `Bearer ${String(outcome.answer.json().access_token)}` })
  })
}

/** Returns a caller with a cookie, like a browser: repeated requests may be answered from the response cache. */
export function cookieCaller(url: string, record: Record, name: string): SoakCaller {
  return reconnecting(name, async (actor) => {
    const nobody = anonymousCaller(url, record, name)
    const page = await nobody.call(actor, { url: '/login/' })
    if (page.kind !== 'answered') return undefined
    const token = /name="csrf_token" value="([^"]+)"/.exec(page.answer.body)?.[1] ?? ''
    const payload = new URLSearchParams({ username: name, password: PRODUCT_PASSWORD, csrf_token: token }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: cookieOf(page.answer) }
    const entered = await nobody.call(actor, { method: 'POST', url: '/login/', payload, headers })
    if (entered.kind !== 'answered') return undefined
    const cookie = cookieOf(entered.answer)
    const given = await anonymousCaller(url, record, name, { cookie }).call(actor, {
      url: '/api/v1/security/csrf_token/',
    })
    if (given.kind !== 'answered') return undefined
    return anonymousCaller(url, record, name, { cookie, 'x-csrftoken': String(given.answer.json().result) })
  })
}

const cookieOf = ({ headers }: HttpResponse): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ')
