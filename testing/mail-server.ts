import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import type { KeyPair } from './certificates.ts'

/** A message that the server accepted. */
export interface ReceivedMessage {
  readonly from: string
  readonly to: readonly string[]
  /** Header and body as sent, with CRLF. */
  readonly data: string
  readonly isEncrypted: boolean
  /** User name and password, if the client signed in. */
  readonly login: string | undefined
}

interface MailServerOptions {
  readonly certificate?: KeyPair
  /** `starttls` offers it, `tls` encrypts from the beginning; default: plain text. */
  readonly security?: 'starttls' | 'tls'
  /** The user name and the password that the server requires, as `user:password`. */
  readonly login?: string
  /** Rejects recipients with this response. */
  readonly rejection?: string
  /** Repeats the command in the response to a wrong password. */
  readonly repeatsCommands?: boolean
  /** Accepts connections and never responds. */
  readonly isSilent?: boolean
}

/** A small SMTP server on the loopback interface. */
export interface TestMailServer {
  readonly port: number
  readonly messages: readonly ReceivedMessage[]
  /** The commands of all clients, without messages. */
  readonly commands: readonly string[]
  /** Returns the number of open connections. */
  openConnections(): number
  close(): Promise<void>
}

/** The state of one connection. */
class MailSession {
  #from = ''
  #to: string[] = []
  #login: string | undefined
  #data: string | undefined
  readonly options: MailServerOptions
  readonly messages: ReceivedMessage[]
  readonly isEncrypted: boolean

  constructor(options: MailServerOptions, messages: ReceivedMessage[], isEncrypted: boolean) {
    this.options = options
    this.messages = messages
    this.isEncrypted = isEncrypted
  }

  /** Returns the response to a line; undefined while a message arrives. */
  respond(line: string): string | undefined {
    if (this.#data !== undefined) return this.#receive(line)
    const [verb = '', ...rest] = line.split(' ')
    const argument = rest.join(' ')
    switch (verb.toUpperCase()) {
      case 'EHLO':
        return this.#extensions()
      case 'AUTH':
        this.#login = Buffer.from(rest[1] ?? '', 'base64')
          .toString('utf8')
          .split('\0')
          .slice(1)
          .join(':')
        if (this.#login === this.options.login) return '235 Signed in'
        return `535 Wrong password${this.options.repeatsCommands ? ` in ${line}` : ''}`
      case 'MAIL':
        if (this.options.login !== undefined && this.#login !== this.options.login) return '530 Sign in first'
        this.#from = addressIn(argument)
        this.#to = []
        return '250 OK'
      case 'RCPT':
        if (this.options.rejection !== undefined) return this.options.rejection
        this.#to.push(addressIn(argument))
        return '250 OK'
      case 'DATA':
        this.#data = ''
        return '354 Send the message'
      case 'STARTTLS':
        return '502 Not offered'
      case 'QUIT':
        return '221 Bye'
      default:
        return '250 OK'
    }
  }

  #extensions(): string {
    const offersTls = this.options.security === 'starttls' && !this.isEncrypted
    const more = [...(offersTls ? ['STARTTLS'] : []), ...(this.options.login === undefined ? [] : ['AUTH PLAIN'])]
    return ['test', ...more].map((text, at, all) => `250${at === all.length - 1 ? ' ' : '-'}${text}`).join('\r\n')
  }

  #receive(line: string): string | undefined {
    if (line !== '.') {
      this.#data += `${line.replace(/^\./, '')}\r\n`
      return undefined
    }
    const { isEncrypted } = this
    this.messages.push({ from: this.#from, to: this.#to, data: this.#data ?? '', isEncrypted, login: this.#login })
    this.#data = undefined
    return '250 Accepted'
  }
}

const addressIn = (argument: string) => /<([^>]*)>/.exec(argument)?.[1] ?? ''

/** Starts a mail server. Close it when done. */
export async function startMailServer(options: MailServerOptions = {}): Promise<TestMailServer> {
  const messages: ReceivedMessage[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const tls = options.certificate && { cert: options.certificate.cert, key: options.certificate.key }

  const converse = (socket: Socket, isEncrypted: boolean, isGreeted: boolean): void => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (options.isSilent) return
    const session = new MailSession(options, messages, isEncrypted)
    let rest = ''
    if (!isGreeted) socket.write('220 test\r\n')
    const listen = (chunk: Buffer): void => {
      const lines = `${rest}${chunk.toString('utf8')}`.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (/^STARTTLS$/i.test(line) && tls && options.security === 'starttls') {
          commands.push(line)
          socket.off('data', listen)
          socket.write('220 Ready\r\n')
          converse(new TLSSocket(socket, { isServer: true, ...tls }), true, true)
          return
        }
        const response = session.respond(line)
        if (response === undefined) continue
        commands.push(line)
        socket.write(`${response}\r\n`)
        if (response.startsWith('221')) socket.end()
      }
    }
    socket.on('data', listen)
  }

  const server: Server =
    options.security === 'tls' && tls
      ? createTlsServer(tls, (socket) => converse(socket, true, false))
      : createServer((socket) => converse(socket, false, false))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    messages,
    commands,
    openConnections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
