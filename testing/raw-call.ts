import { connect, type Socket } from 'node:net'

/** A request whose bytes a test sends one by one. */
export interface RawCall {
  readonly socket: Socket
  /** Sends more bytes; resolves when the system has accepted them. */
  send(bytes: string | Uint8Array): Promise<void>
  /** Returns the received bytes so far. */
  received(): string
  /** Resolves to headers and body of the first response, once its declared length has arrived. */
  answer(): Promise<{ readonly status: number; readonly head: string; readonly body: string }>
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>
}

/** Connects to a loopback port and sends the headers; `headers` without the host. */
export function rawCall(port: number, line: string, headers: Readonly<Record<string, string | number>> = {}): RawCall {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let reported = (): void => {}
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    reported()
  })
  // Some tests expect the connection to close while they are sending.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${[`${line} HTTP/1.1`, 'host: facet.example', ...lines].join('\r\n')}\r\n\r\n`)
  const read = () => {
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const head = text.slice(0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    const body = text.slice(end + 4)
    if (body.length < length) return undefined
    return { status: Number(head.slice(9, 12)), head, body: body.slice(0, length) }
  }
  return {
    socket,
    received: () => text,
    send: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    async answer() {
      for (;;) {
        const whole = read()
        if (whole) return whole
        const more = new Promise<'more'>((resolve) => {
          reported = () => resolve('more')
        })
        if ((await Promise.race([more, closed])) !== 'more' && !read()) {
          throw new Error(`The connection was closed after: ${text}`)
        }
      }
    },
    closed,
  }
}
