import { holes } from '#core/text/fill.ts'
import { t } from '#core/text/t.ts'
import { errors } from './errors.ts'
import type { WireError } from './error-body.ts'
import { type ReadError, readErrorBody } from './read-error.ts'

/** The message of one entry of `{errors}` in the present language. */
export function entryText(entry: WireError): string {
  return errorEntryText(readErrorBody({ errors: [entry] })) ?? entry.message
}

/**
 * The message of a failure in the present language, from its code and arguments; as the server wrote it where they say
 * less than that.
 */
export function errorEntryText({ message, fields, told }: ReadError, code = told?.code): string | undefined {
  const row = code !== undefined && Object.hasOwn(errors, code) ? errors[code as keyof typeof errors] : undefined
  const args = told?.args ?? []
  if (!row || fields || message === undefined || args.length < holes(row.message)) return message
  return t(row.message, ...args)
}
