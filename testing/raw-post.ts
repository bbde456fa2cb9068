import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

/** A raw response: not decompressed, with its original headers. */
export interface RawResponse {
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
  readonly rawPayload: Buffer
  readonly body: string
}

/** Posts over a real connection; each of `pieces` is sent in a separate packet. */
export async function rawPost(
  url: string,
  headers: Readonly<Record<string, string>>,
  pieces: readonly string[],
): Promise<RawResponse> {
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
  const call = request(url, { method: 'POST', headers: { 'content-length': length, ...headers } })
  call.setNoDelay(true)
  for (const piece of pieces) {
    await new Promise((sent) => call.write(piece, sent))
    await new Promise((later) => setImmediate(later))
  }
  call.end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const rawPayload = Buffer.concat(chunks)
  return { statusCode: response.statusCode ?? 0, headers: response.headers, rawPayload, body: rawPayload.toString() }
}
