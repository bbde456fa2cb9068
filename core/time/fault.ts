/** A stretch of a text: `start` inclusive, `end` exclusive, in UTF-16 units from the start of the whole text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Why a time text cannot be read or resolved, and where in the text. `suggestion` may replace the stretch named. */
export interface TimeFault extends Span {
  readonly kind: 'fault'
  readonly message: string
  readonly suggestion?: string
}

/** A fault over the stretch given. */
export function timeFault(message: string, span: Span, suggestion?: string): TimeFault {
  const fault = { kind: 'fault', message, start: span.start, end: span.end } as const
  return suggestion === undefined ? fault : { ...fault, suggestion }
}

/** Whether a result is a fault. */
export function isFault(value: unknown): value is TimeFault {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'fault'
}
