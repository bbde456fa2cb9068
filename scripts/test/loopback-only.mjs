import { appendFileSync } from 'node:fs'
import net from 'node:net'

/**
 * Loaded into every Node process of a test run: rejects connections to other machines and appends each attempt to the
 * file named by FACET_TEST_REFUSED.
 */
const LOOPBACK = /^(localhost|127\.[\d.]+|::1|::ffff:127\.[\d.]+)$/i
// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const connect = net.Socket.prototype.connect

/**
 * @param {any[]} args the arguments of connect, in any of its forms
 * @returns {string | undefined} the host; undefined for a socket file or without a host
 */
function hostOf([first, second]) {
  if (Array.isArray(first)) return hostOf(first)
  if (first !== null && typeof first === 'object') return first.path ? undefined : first.host
  return typeof second === 'string' ? second : undefined
}

/**
 * @this {net.Socket}
 * @param {...any} args
 * @returns {net.Socket}
 */
net.Socket.prototype.connect = function connectInside(...args) {
  const host = hostOf(args)
  if (host === undefined || LOOPBACK.test(host)) return Reflect.apply(connect, this, args)
  const file = process.env['FACET_TEST_REFUSED']
  if (file) appendFileSync(file, `${host} from ${process.argv.slice(0, 3).join(' ')}\n`)
  process.nextTick(() => this.destroy(new Error(`Tests make no connection to ${host}`)))
  return this
}
