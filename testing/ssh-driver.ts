import { createHash } from 'node:crypto'
import { writeDriver } from './driver-files.ts'

/** The state of the stand-in for SSH servers: their key, who may sign in, and what happened. */
export interface SshState {
  key: string
  password: string
  /** The credentials that were sent. */
  readonly signIns: { username: string; password?: string; privateKey?: string; passphrase?: string }[]
  /** Connections that were opened from the SSH server. */
  readonly opened: string[]
  readonly clients: { readonly sock: { readonly destroyed: boolean }; end(): void; lose(): void }[]
}

/** A driver whose SSH server is this process. It connects to hosts named `inner` at 127.0.0.1. */
const SOURCE = `
const { EventEmitter } = require('node:events')
const { connect } = require('node:net')
const state = { key: 'first key', password: 'sesame', signIns: [], opened: [], clients: [] }
class Client extends EventEmitter {
  connect(options) {
    const { sock, hostVerifier, username, password, privateKey, passphrase } = options
    this.sock = sock
    this.sockets = []
    state.clients.push(this)
    sock.on('close', () => this.emit('close'))
    setImmediate(() => {
      if (!hostVerifier(Buffer.from(state.key)))
        return this.fail(Object.assign(new Error('Host denied (verification failed)'), { level: 'handshake' }))
      state.signIns.push({ username, password, privateKey, passphrase })
      if ((password ?? privateKey) !== state.password)
        return this.fail(Object.assign(new Error('All configured authentication methods failed'), { level: 'client-authentication' }))
      this.emit('ready')
    })
    return this
  }
  fail(error) { this.emit('error', error); this.sock.destroy() }
  forwardOut(from, fromPort, host, port, done) {
    state.opened.push(host + ':' + port)
    const socket = connect(port, host.replace(/^inner.*/, '127.0.0.1'))
    this.sockets.push(socket)
    socket.once('connect', () => done(undefined, socket))
    socket.once('error', (error) => done(error))
  }
  end() { for (const socket of this.sockets) socket.destroy(); this.sock.destroy() }
  lose() { this.fail(new Error('lost')) }
}
module.exports = { Client, state }`

/** Writes the stand-in for the driver of SSH tunnels into a home, and returns its state. */
export async function writeSshDriver(home: string): Promise<SshState> {
  writeDriver(home, 'ssh', SOURCE)
  const { default: driver } = (await import(`${home}/drivers/ssh/node_modules/ssh2/index.js`)) as {
    readonly default: { readonly state: SshState }
  }
  return driver.state
}

/** Returns the fingerprint of a key of the stand-in. */
export function fingerprint(key: string): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

/** Returns the beginning of an encrypted OpenSSH key, whose passphrase is hashed with this many rounds. */
export function encryptedKey(rounds: number, kdf = 'bcrypt'): string {
  const field = (value: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(value.length)
    return Buffer.concat([length, value])
  }
  const count = Buffer.alloc(4)
  count.writeUInt32BE(rounds)
  const options = field(Buffer.concat([field(Buffer.alloc(16, 1)), count]))
  const names = ['aes256-ctr', kdf].map((name) => field(Buffer.from(name)))
  const data = Buffer.concat([Buffer.from('openssh-key-v1\0'), ...names, options]).toString('base64')
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${data}\n-----END OPENSSH PRIVATE KEY-----`
}
