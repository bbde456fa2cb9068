import { Fault } from '#core/rest/fault.ts'

/** Bytes of one answer, where nobody says otherwise. */
export const RESULT_BYTES = 256 * 2 ** 20

/** The failure of a result that has more bytes than it may. */
export function tooLarge(maxBytes: number): Fault {
  const size = maxBytes < 2 ** 20 ? `${maxBytes} bytes` : `${Math.floor(maxBytes / 2 ** 20)} MiB`
  return new Fault('result-too-large', { args: [size] })
}
