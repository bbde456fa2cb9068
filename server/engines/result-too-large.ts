import { ApiError } from '#core/rest/api-error.ts'

/** Default maximum size of a result in bytes. */
export const MAX_RESULT_BYTES = 256 * 2 ** 20

/** Returns the error for a result that exceeds its size limit. */
export function tooLarge(maxBytes: number): ApiError {
  const size = maxBytes < 2 ** 20 ? `${maxBytes} bytes` : `${Math.floor(maxBytes / 2 ** 20)} MiB`
  return new ApiError('result-too-large', { args: [size] })
}
