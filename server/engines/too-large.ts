import { ApiError } from '#core/rest/api-error.ts'

/** Bytes of one answer, where nobody says otherwise. */
export const RESULT_BYTES = 256 * 2 ** 20

/** The failure of a result that has more bytes than it may. */
export function tooLarge(maxBytes: number): ApiError {
  const size = maxBytes < 2 ** 20 ? `${maxBytes} bytes` : `${Math.floor(maxBytes / 2 ** 20)} MiB`
  return new ApiError('result-too-large', { args: [size] })
}
