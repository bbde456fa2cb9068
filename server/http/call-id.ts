import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/** The header that carries the id of a call, both ways. */
export const CALL_ID_HEADER = 'x-request-id'
/** An id that may be taken over: longer or other ones would spoil the log. */
const FITTING = /^[\w.-]{8,64}$/

const current = new AsyncLocalStorage<string>()

/** The id of the call this is done for; undefined outside calls. */
export function currentCall(): string | undefined {
  return current.getStore()
}

/** Does something for a call, and whatever it begins. */
export function withinCall<T>(id: string, work: () => T): T {
  return current.run(id, work)
}

/** Gives a call its id: the one a proxy that is believed has given it, else a new one; the same each time. */
export type CallIds = (request: IncomingMessage) => string

/** `trusted` as in the settings: addresses or networks of proxies that are believed, or whether any is. */
export function callIds(trusted: boolean | readonly string[]): CallIds {
  const proxies = typeof trusted === 'boolean' ? undefined : networksOf(trusted)
  const isBelieved = ({ socket }: IncomingMessage) =>
    proxies === undefined ? trusted === true : contains(proxies, socket.remoteAddress ?? '')
  const given = new WeakMap<IncomingMessage, string>()
  return (request) => {
    const known = given.get(request)
    if (known !== undefined) return known
    const theirs = request.headers[CALL_ID_HEADER]
    const id = typeof theirs === 'string' && FITTING.test(theirs) && isBelieved(request) ? theirs : randomUUID()
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

function contains(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  return plain !== '' && list.check(plain, familyOf(plain))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
