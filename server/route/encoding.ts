import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'

/** The content encodings of a body. */
export type Encoding = 'br' | 'gzip' | 'identity'

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/** The level at which brotli is about as fast as gzip, and smaller. */
const BROTLI_QUALITY = 4

/** True if `accept-encoding` names an encoding and does not reject it by a weight of 0 (RFC 9110, 12.5.3). */
export function acceptsEncoding(accepted: string | undefined, encoding: Encoding): boolean {
  return (accepted ?? '').split(',').some((each) => {
    const [name = '', weight = ''] = each.toLowerCase().split(';')
    return name.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight)
  })
}

/** Returns the best encoding a client accepts; `identity` if it names none. */
export function encodingFor(accepted: string | undefined): Encoding {
  return (['br', 'gzip'] as const).find((encoding) => acceptsEncoding(accepted, encoding)) ?? 'identity'
}

/** Compresses a body. */
export async function compressBody(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return asGzip(body)
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return asBrotli(body, { params })
}
