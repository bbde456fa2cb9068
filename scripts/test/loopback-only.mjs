import { appendFileSync } from 'node:fs'
import dns from 'node:dns'
import dnsPromises from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { hostname } from 'node:os'

/**
 * Loaded into every Node process of a test run: rejects connections to other machines and appends each attempt to the
 * file named by FACET_TEST_REFUSED. Names of other machines are unknown, without a query to a name server.
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

/** Numbers and addresses are resolved without a name server: `127.0.0.1`, `0x7f000001`, `fe80::1%1`. */
const NUMBER = /^(0x[\da-f]+|\d+)(\.(0x[\da-f]+|\d+)){0,3}$/i

/** @param {string} host */
function isKnown(host) {
  const [address = ''] = host.split('%')
  return LOOPBACK.test(host) || host === hostname() || NUMBER.test(host) || net.isIP(address) !== 0
}

/** @param {string} host */
const unknownHost = (host) =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
    hostname: host,
  })

const { lookup } = dns
/** @type {any} */
const named = dns
named.lookup = (/** @type {any} */ host, /** @type {any[]} */ ...rest) => {
  if (typeof host !== 'string' || host === '' || isKnown(host)) return Reflect.apply(lookup, dns, [host, ...rest])
  process.nextTick(rest.at(-1), unknownHost(host))
}

const { lookup: lookupPromise } = dnsPromises
/** @type {any} */
const promised = dnsPromises
promised.lookup = async (/** @type {any} */ host, /** @type {any[]} */ ...rest) => {
  if (typeof host !== 'string' || host === '' || isKnown(host))
    return Reflect.apply(lookupPromise, dnsPromises, [host, ...rest])
  throw unknownHost(host)
}
syncBuiltinESMExports()
