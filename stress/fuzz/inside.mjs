import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

await import('../../scripts/test/loopback-only.mjs')

/**
 * Loaded into the server before it starts: only the names of this machine resolve, so that an odd host name causes no
 * DNS query.
 */
const HERE = /^(localhost|127\.[\d.]+|::1)$/i
const { lookup } = dns
const { lookup: lookupLater } = dns.promises

/** @param {string} host */
const unknown = (host) => Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })

Object.assign(dns, {
  /** @param {[string, ...any[]]} args */
  lookup(...args) {
    if (HERE.test(args[0])) return Reflect.apply(lookup, dns, args)
    process.nextTick(() => args.at(-1)(unknown(args[0])))
    return {}
  },
})
Object.assign(dns.promises, {
  /** @param {[string, ...any[]]} args */
  async lookup(...args) {
    if (HERE.test(args[0])) return Reflect.apply(lookupLater, dns.promises, args)
    throw unknown(args[0])
  },
})
syncBuiltinESMExports()
