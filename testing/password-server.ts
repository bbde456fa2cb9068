import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A server that speaks enough of the PostgreSQL protocol to receive a password, and accepts every login. */
export interface PasswordServer {
  readonly port: number
  /** The passwords received since it was last emptied, in clear text. */
  readonly messages: string[]
  close(): Promise<void>
}

const SSL_REQUEST = 80_877_103

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const askPassword = message('R', number(3))
const letIn = Buffer.concat([message('R', number(0)), message('Z', Buffer.from('I'))])
const noDataMessage = message('n', Buffer.alloc(0))
const completionMessages = [message('C', Buffer.from('SELECT 0\0')), message('Z', Buffer.from('I'))]

/** Returns the response to one message of a client; undefined if more is needed. */
function answerTo(type: string, body: Buffer, lines: string[]): Buffer | undefined {
  if (type === 'p') {
    lines.push(body.toString('utf8', 0, body.length - 1))
    return letIn
  }
  if (type === 'Q') return Buffer.concat(completionMessages)
  const parts = [message('1', Buffer.alloc(0)), message('2', Buffer.alloc(0)), noDataMessage, ...completionMessages]
  return type === 'S' ? Buffer.concat(parts) : undefined
}

function serve(socket: Socket, lines: string[]): void {
  let waiting = Buffer.alloc(0)
  let isStarted = false
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    waiting = Buffer.concat([waiting, bytes])
    for (;;) {
      const at = isStarted ? 1 : 0
      if (waiting.length < at + 4) return
      const end = at + waiting.readInt32BE(at)
      if (waiting.length < end) return
      const body = waiting.subarray(at + 4, end)
      const type = waiting.toString('latin1', 0, 1)
      waiting = waiting.subarray(end)
      if (isStarted) {
        const answer = answerTo(type, body, lines)
        if (answer) socket.write(answer)
      } else if (body.readInt32BE(0) === SSL_REQUEST) socket.write('N')
      else {
        isStarted = true
        socket.write(askPassword)
      }
    }
  })
}

/** Listens on a local address of this machine, on a free port or the given one. */
export function startPasswordServer(host = '127.0.0.1', port = 0): Promise<PasswordServer> {
  const lines: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    serve(socket, lines)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        messages: lines,
        close: () =>
          new Promise((closed) => {
            for (const socket of sockets) socket.destroy()
            server.close(() => closed())
          }),
      }),
    )
  })
}
