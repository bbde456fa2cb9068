/**
 * Returns the message of a failed request: the error in the response, else its status line, else the message of the
 * failure.
 */
export function failureText(failure: unknown, otherwise: string): string {
  const { body, statusText, message } = (failure ?? {}) as { body?: unknown; statusText?: unknown; message?: unknown }
  const error = (body as { error?: unknown } | null | undefined)?.error
  const isSaid = (text: unknown): text is string => typeof text === 'string' && text !== ''
  return [error, statusText, message].find(isSaid) ?? otherwise
}
