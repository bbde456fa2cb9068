import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/** The header that carries the request id, in requests and responses. */
export const CALL_ID_HEADER = 'x-request-id'
/** The pattern of an accepted external id. Other ids are rejected, because they could forge or flood lines of the log. */
const ACCEPTED_ID = /^[\w.-]{8,64}$/

const callIdStorage = new AsyncLocalStorage<string>()

/** Returns the id of the current request; undefined outside requests. */
export function currentCall(): string | undefined {
  return callIdStorage.getStore()
}

/** Runs `work`, and everything it starts, within the context of a request. */
export function withCallId<T>(id: string, work: () => T): T {
  return callIdStorage.run(id, work)
}

/** Returns the id of a request: the one set by a trusted proxy, else a new one; the same on each call. */
export type CallIds = (request: IncomingMessage) => string

/** `trusted` as in the settings: the addresses or networks of trusted proxies, or whether all are trusted. */
export function callIds(trusted: boolean | readonly string[]): CallIds {
  const proxies = typeof trusted === 'boolean' ? undefined : networksOf(trusted)
  const isBelieved = ({ socket }: IncomingMessage) =>
    proxies === undefined ? trusted === true : isTrusted(proxies, socket.remoteAddress ?? '')
  const given = new WeakMap<IncomingMessage, string>()
  return (request) => {
    const existing = given.get(request)
    if (existing !== undefined) return existing
    const theirs = request.headers[CALL_ID_HEADER]
    const id = typeof theirs === 'string' && ACCEPTED_ID.test(theirs) && isBelieved(request) ? theirs : randomUUID()
    given.set(request, id)
    return id
  }
}

function networksOf(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const each of addresses) {
    const [address = '', bits] = each.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

function isTrusted(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  return plain !== '' && list.check(plain, familyOf(plain))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
