import { ERROR_HEADER } from '#core/rest/error-body.ts'
import { type ErrorCode, errors } from '#core/rest/errors.ts'

/** Failures that must never happen. */
export type FaultKind =
  | 'lost write'
  | 'foreign answer'
  | 'unnamed 5xx'
  | 'no answer'
  | 'wrong count'
  | 'wrong refusal'
  | 'server ended'
  | 'unheard error'
  | 'never served'

/** The judged part of a response. */
export interface JudgedResponse {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>
  readonly body: string
}

/** `refused`: rejected with an expected error code. */
export type Verdict =
  | { readonly kind: 'answered' }
  | { readonly kind: 'refused'; readonly name: ErrorCode }
  | { readonly kind: 'fault'; readonly fault: FaultKind; readonly detail: string }

/** Codes that only say that something failed. */
const SAY_NOTHING: readonly ErrorCode[] = ['internal', 'store-nested']

/**
 * Errors expected for all callers while clocks jump, engines die and stores restart: the sign-in has expired or is not
 * valid yet.
 */
const ALWAYS: readonly ErrorCode[] = [
  'not-signed-in',
  'token-expired',
  'token-wrong',
  'csrf-wrong',
  'too-many-requests',
  'work-waiting',
]

/** Judges a response by its status and code; `allowed` are further expected errors below 500. */
export function judgeResponse(answer: JudgedResponse, allowed: readonly ErrorCode[] = []): Verdict {
  const { statusCode: status, body } = answer
  if (status >= 200 && status < 400) return { kind: 'answered' }
  const name = nameOf(answer)
  const detail = `${status} ${name ?? 'without a name'}: ${body.slice(0, 300)}`
  if (status >= 500) return name ? { kind: 'refused', name } : { kind: 'fault', fault: 'unnamed 5xx', detail }
  if (name && (ALWAYS.includes(name) || allowed.includes(name))) return { kind: 'refused', name }
  return { kind: 'fault', fault: 'wrong refusal', detail }
}

/**
 * Returns the error code of a failed response: from its header or, within a batch, by its text. Undefined if there is
 * none, if the code does not match the status or only says that something failed, or if the body is not an error.
 */
function nameOf({ statusCode, headers, body }: JudgedResponse): ErrorCode | undefined {
  const text = messageOf(body)
  if (text === undefined) return undefined
  const header = headers[ERROR_HEADER]
  const fits = (code: ErrorCode): boolean => errors[code].status === statusCode && !SAY_NOTHING.includes(code)
  const codes = Object.keys(errors) as ErrorCode[]
  return codes.find((code) => fits(code) && (header === undefined ? matchesMessage(code, text) : code === header))
}

/** True if a text matches the message of a code; a message that is only a placeholder matches nothing. */
function matchesMessage(code: ErrorCode, text: string): boolean {
  if (errors[code].message === '%s') return false
  const parts = errors[code].message.split('%s').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*')}$`).test(text)
}

/** Returns the text of an error body in any of its three shapes. Messages by field count as one. */
function messageOf(body: string): string | undefined {
  try {
    const {
      message,
      msg,
      errors: list,
    } = JSON.parse(body) as {
      message?: unknown
      msg?: unknown
      errors?: { message?: unknown }[]
    }
    const said = list?.[0]?.message ?? message ?? msg
    return said === undefined || said === '' ? undefined : typeof said === 'string' ? said : JSON.stringify(said)
  } catch {
    return undefined
  }
}
