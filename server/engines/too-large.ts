import { Fault } from '#core/rest/fault.ts'

/** The failure of a result that has more bytes than it may. */
export function tooLarge(maxBytes: number): Fault {
  const size = maxBytes < 2 ** 20 ? `${maxBytes} bytes` : `${Math.floor(maxBytes / 2 ** 20)} MiB`
  return new Fault('result-too-large', { args: [size] })
}
