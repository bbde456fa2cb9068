/** A range of a text: `start` inclusive, `end` exclusive, in UTF-16 units from the start of the complete text. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/**
 * Why a time text cannot be parsed or resolved, and the position of the error. `suggestion` may replace that range of
 * the text.
 */
export interface TimeError extends TextRange {
  readonly kind: 'fault'
  readonly message: string
  readonly suggestion?: string
}

/** Returns an error at this range of the text. */
export function timeError(message: string, span: TextRange, suggestion?: string): TimeError {
  const fault = { kind: 'fault', message, start: span.start, end: span.end } as const
  return suggestion === undefined ? fault : { ...fault, suggestion }
}

/** True if a result is a TimeFault. */
export function isTimeError(value: unknown): value is TimeError {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'fault'
}
