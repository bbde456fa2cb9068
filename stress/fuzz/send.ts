import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { Input } from './input.ts'
import { printTree } from './tree.ts'

/** The outcome of an input. */
export type Outcome =
  | {
      readonly end: 'answer'
      readonly status: number
      /** Code of the error catalogue. */
      readonly code: string
      readonly type: string
      readonly body: Buffer
    }
  | { readonly end: 'silence' }
  | { readonly end: 'hang-up'; readonly what: string }
  /** The connection was closed, which is correct for invalid raw bytes. */
  | { readonly end: 'closed' }
  /** Node's client refused to send it. */
  | { readonly end: 'unsendable' }

/** A redirect may contain the whole query string. */
const HEADER_BYTES = 1_000_000

/** Maximum retained bytes of a response. */
const MAX_BODY_BYTES = 1_000_000

export interface Sender {
  send(input: Input, headers: Readonly<Record<string, string>>): Promise<Outcome>
  close(): void
}

export function bytesOf({ body }: Input): Uint8Array | undefined {
  return body === undefined || body instanceof Uint8Array ? body : Buffer.from(printTree(body))
}

/**
 * Returns a sender that uses keep-alive connections; an input is abandoned after `patienceMs` without a complete
 * response.
 */
export function senderTo(url: string, patienceMs: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const { hostname, port } = new URL(url)
  return {
    send: (input, headers) =>
      input.raw
        ? sendBytes(Number(port), input.raw, patienceMs)
        : sendCall({ agent, hostname, port }, input, headers, patienceMs),
    close: () => agent.destroy(),
  }
}

function sendCall(
  to: { readonly agent: Agent; readonly hostname: string; readonly port: string },
  input: Input,
  headers: Readonly<Record<string, string>>,
  patienceMs: number,
  fresh = false,
): Promise<Outcome> {
  const bytes = bytesOf(input)
  const chunked = input.headers['transfer-encoding'] !== undefined
  const length = bytes === undefined || chunked ? {} : { 'content-length': String(bytes.length) }
  return new Promise((resolve) => {
    try {
      const call = request(
        {
          ...to,
          ...(fresh ? { agent: false } : {}),
          maxHeaderSize: HEADER_BYTES,
          method: input.method,
          path: input.path,
          headers: { ...length, ...headers, ...input.headers },
        },
        (answer) => {
          const parts: Buffer[] = []
          let stored = 0
          answer.on('data', (part: Buffer) => {
            if (stored < MAX_BODY_BYTES) parts.push(part)
            stored += part.length
          })
          const { statusCode: status = 0 } = answer
          const text = (name: string) => String(answer.headers[name] ?? '')
          const end = () => {
            clearTimeout(timer)
            resolve({
              end: 'answer',
              status,
              code: text('x-facet-error'),
              type: text('content-type'),
              body: Buffer.concat(parts),
            })
          }
          answer.once('end', end)
          answer.once('error', (error) => resolve({ end: 'hang-up', what: `${status} and then ${error.message}` }))
        },
      )
      const timer = setTimeout(() => {
        resolve({ end: 'silence' })
        call.destroy()
      }, patienceMs)
      call.once('upgrade', (answer, socket) => {
        clearTimeout(timer)
        socket.destroy()
        resolve({ end: 'answer', status: answer.statusCode ?? 0, code: '', type: '', body: Buffer.alloc(0) })
      })
      call.on('error', (error) => {
        clearTimeout(timer)
        // A server may close an idle connection just before the next request.
        if (call.reusedSocket && !fresh) resolve(sendCall(to, input, headers, patienceMs, true))
        else resolve({ end: 'hang-up', what: error.message })
      })
      call.end(bytes)
    } catch {
      resolve({ end: 'unsendable' })
    }
  })
}

function sendBytes(port: number, bytes: Uint8Array, patienceMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const timer = setTimeout(() => {
      resolve({ end: 'silence' })
      socket.destroy()
    }, patienceMs)
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => void (text = (text + chunk).slice(0, MAX_BODY_BYTES)))
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(timer)
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
      const code = /^x-facet-error: (\S+)/im.exec(text)?.[1] ?? ''
      resolve(status === 0 ? { end: 'closed' } : { end: 'answer', status, code, type: '', body: Buffer.from(text) })
    })
    // Ends the request: a truncated one will never be complete.
    socket.end(bytes)
  })
}
