import { interpolate } from '#core/text/interpolate.ts'

/** Texts that replace the server's message, by `error_type`; `%s` is the server's message. */
export type ErrorTexts = Readonly<Record<string, string>>

/** Returns the text for a failed request: the custom text of its `error_type`, otherwise its own message. */
export function errorText(
  error: { readonly message: string; readonly errorType?: string | undefined },
  custom: ErrorTexts = {},
): string {
  const type = error.errorType
  const text = type !== undefined && Object.hasOwn(custom, type) ? custom[type] : undefined
  return text === undefined ? error.message : interpolate(text, [error.message])
}
