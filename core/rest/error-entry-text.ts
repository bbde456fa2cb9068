import { placeholderCount } from '#core/text/interpolate.ts'
import { t } from '#core/text/t.ts'
import { errors } from './errors.ts'
import type { ReadError } from './read-error.ts'

/**
 * Returns the message of an error in the current language, from its code and arguments; if they are incomplete, as the
 * server wrote it.
 */
export function errorEntryText(
  { message, fields, reference: reported }: ReadError,
  code = reported?.code,
): string | undefined {
  const row = code !== undefined && Object.hasOwn(errors, code) ? errors[code as keyof typeof errors] : undefined
  const args = reported?.args ?? []
  if (!row || fields || message === undefined || args.length < placeholderCount(row.message)) return message
  return t(row.message, ...args)
}
