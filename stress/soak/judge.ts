import { ERROR_HEADER } from '#core/rest/error-body.ts'
import { type ErrorCode, errors } from '#core/rest/errors.ts'

/** What must not happen, whatever is done to the server. */
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

/** An answer as far as it is judged. */
export interface Judged {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>
  readonly body: string
}

/** `refused`: by a name that is good here. */
export type Verdict =
  | { readonly kind: 'answered' }
  | { readonly kind: 'refused'; readonly name: ErrorCode }
  | { readonly kind: 'fault'; readonly fault: FaultKind; readonly detail: string }

/** Names that say no more than that something failed. */
const SAY_NOTHING: readonly ErrorCode[] = ['internal', 'store-nested']

/** What anybody may be told while clocks jump, engines die and stores restart: the sign-in is over, or not yet. */
const ALWAYS: readonly ErrorCode[] = [
  'not-signed-in',
  'token-expired',
  'token-wrong',
  'csrf-wrong',
  'too-many-requests',
  'work-waiting',
]

/** Judges an answer by its status and name; `allowed` are the refusals below 500 that are good here besides. */
export function judge(answer: Judged, allowed: readonly ErrorCode[] = []): Verdict {
  const { statusCode: status, body } = answer
  if (status >= 200 && status < 400) return { kind: 'answered' }
  const name = nameOf(answer)
  const detail = `${status} ${name ?? 'without a name'}: ${body.slice(0, 300)}`
  if (status >= 500) return name ? { kind: 'refused', name } : { kind: 'fault', fault: 'unnamed 5xx', detail }
  if (name && (ALWAYS.includes(name) || allowed.includes(name))) return { kind: 'refused', name }
  return { kind: 'fault', fault: 'wrong refusal', detail }
}

/**
 * The code of the catalogue that a failed answer carries: in its header or, within a batch, by its text. Undefined where
 * it has none, none of its status, one that says nothing, or a body that is not an error's.
 */
function nameOf({ statusCode, headers, body }: Judged): ErrorCode | undefined {
  const text = messageOf(body)
  if (text === undefined) return undefined
  const header = headers[ERROR_HEADER]
  const fits = (code: ErrorCode): boolean => errors[code].status === statusCode && !SAY_NOTHING.includes(code)
  const codes = Object.keys(errors) as ErrorCode[]
  return codes.find((code) => fits(code) && (header === undefined ? reads(code, text) : code === header))
}

/** Whether a text is that of a code; a text that is all hole is of anything. */
function reads(code: ErrorCode, text: string): boolean {
  if (errors[code].message === '%s') return false
  const parts = errors[code].message.split('%s').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*')}$`).test(text)
}

/** The text of an error's body, in whichever of its three shapes. Messages by field count as one. */
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
