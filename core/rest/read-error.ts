import type { WireError } from './error-body.ts'
import type { FieldErrors } from './catalogue-error.ts'

/** The content of an error body. `message` is absent if there is no readable one. */
export interface ReadError {
  readonly message: string | undefined
  readonly errors: readonly WireError[]
  readonly fields: FieldErrors | undefined
  /** The catalogue code and message arguments, if the body contains them. */
  readonly reference: { readonly code: string; readonly args: readonly (string | number)[] } | undefined
}

/** Reads an error body in any format: `{errors}`, `{message}` (text or by field), `{error}`, `{msg}`. */
export function readErrorBody(body: unknown): ReadError {
  const answer = asRecord(body)
  const list = Array.isArray(answer['errors']) ? answer['errors'].flatMap(readWireError) : []
  const fields = readFields(answer['message'])
  const message =
    text(answer['message']) ??
    list[0]?.message ??
    (fields ? printFields(fields) : undefined) ??
    text(answer['error']) ??
    text(answer['msg'])
  const reference = readReference(answer['extra']) ?? (list.length === 1 ? readReference(list[0]?.extra) : undefined)
  return { message, errors: list, fields, reference }
}

function readReference(extra: unknown): ReadError['reference'] {
  const { code, args } = asRecord(extra)
  if (typeof code !== 'string' || !Array.isArray(args)) return undefined
  return { code, args: args.filter((arg) => typeof arg === 'string' || typeof arg === 'number') }
}

/** Prints messages by field on one line, `field: text`, separated by semicolons; nested fields are dotted. */
export function printFields(fields: FieldErrors, path = ''): string {
  return Object.entries(fields)
    .map(([name, value]) =>
      isMessages(value) ? `${path}${name}: ${value.join(' ')}` : printFields(value, `${path}${name}.`),
    )
    .join('; ')
}

function isMessages(value: readonly string[] | FieldErrors): value is readonly string[] {
  return Array.isArray(value)
}

function readFields(value: unknown): FieldErrors | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      Array.isArray(entry) ? entry.map(String) : (readFields(entry) ?? [String(entry)]),
    ]),
  )
}

function readWireError(value: unknown): WireError[] {
  const entry = asRecord(value)
  const message = text(entry['message'])
  if (message === undefined) return []
  return [
    {
      message,
      error_type: (text(entry['error_type']) ?? 'GENERIC_BACKEND_ERROR') as WireError['error_type'],
      level: (text(entry['level']) ?? 'error') as WireError['level'],
      extra: asRecord(entry['extra']),
    },
  ]
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
