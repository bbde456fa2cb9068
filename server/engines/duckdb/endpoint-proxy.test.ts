import { type IncomingMessage, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ObjectStore, startObjectStore } from '#testing/object-store.ts'
import { EndpointProxy } from './endpoint-proxy.ts'

let store: ObjectStore
let other: ObjectStore
let proxy: EndpointProxy
let encrypted: EndpointProxy

beforeAll(async () => {
  other = await startObjectStore(new Map([['a.csv', 'hidden']]))
  store = await startObjectStore(new Map([['a.csv', 'n\n1\n']]), ({ url = '' }, response) => {
    if (!url.includes('moved')) return false
    response.writeHead(307, { location: `${other.endpoint}/lake/a.csv` }).end()
    return true
  })
  proxy = await EndpointProxy.start({ endpoint: store.endpoint, path: 'lake/data', region: 'us-east-1' })
  const endpoint = store.endpoint.replace('http:', 'https:')
  encrypted = await EndpointProxy.start({ endpoint, path: 'lake', region: 'us-east-1' })
})
afterAll(() => {
  for (const each of [proxy, encrypted, store, other]) each.close()
})

interface SendOptions {
  readonly through?: EndpointProxy
  readonly method?: string
  readonly password?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request through a proxy, and returns the status, the body, and the error that the proxy has recorded. */
async function send(path: string, options: SendOptions = {}): Promise<readonly unknown[]> {
  const { through = proxy, method = 'GET', password = through.password, headers = {} } = options
  const [host, port] = through.address.split(':')
  const authorization = `Basic ${Buffer.from(`${through.username}:${password}`).toString('base64')}`
  const sent = request({ host, port, method, path, headers: { ...headers, 'proxy-authorization': authorization } })
  const answer = new Promise<readonly [IncomingMessage, Duplex | undefined]>((resolve, reject) => {
    sent.on('response', (response) => resolve([response, undefined]))
    sent.on('connect', (response, socket: Duplex) => resolve([response, socket]))
    sent.on('error', reject)
  })
  sent.end()
  const [response, socket] = await answer
  let body = ''
  if (socket) socket.destroy()
  else for await (const chunk of response) body += String(chunk)
  return [response.statusCode, body, through.takeError()?.code]
}

it('forwards reads of the bucket, with their signature and without the password of the proxy', async () => {
  const headers = { authorization: 'AWS4 signature', range: 'bytes=0-3' }
  expect(await send(`${store.endpoint}/lake/a.csv`, { headers })).toEqual([200, 'n\n1\n', undefined])
  expect(store.headers).toMatchObject(headers)
  expect(store.headers).not.toHaveProperty('proxy-authorization')
})

it.each([
  ['another host', () => `${other.endpoint}/lake/a.csv`, 'endpoint-redirect'],
  ['a link-local address', () => 'http://169.254.169.254/lake/', 'endpoint-redirect'],
  ['a user name that looks like the endpoint', () => `${store.endpoint}@evil.example/lake/`, 'endpoint-redirect'],
  ['no host', () => '/lake/a.csv', 'endpoint-redirect'],
  ['another bucket', () => `${store.endpoint}/other/a.csv`, undefined],
  ['another bucket by a path', () => `${store.endpoint}/lake/../other/a.csv`, undefined],
  ['another bucket by an encoded path', () => `${store.endpoint}/lake/%2e%2e/other/a.csv`, undefined],
  ['another host in the path', () => `${store.endpoint}//evil.example/lake/`, undefined],
])('rejects %s', async (_, url, code) => {
  const before = [...store.requests, ...other.requests]
  expect(await send(url())).toEqual([403, '', code])
  expect([...store.requests, ...other.requests]).toEqual(before)
})

it.each(['PUT', 'POST', 'DELETE'])('rejects %s', async (method) => {
  expect(await send(`${store.endpoint}/lake/a.csv`, { method })).toEqual([403, '', undefined])
})

it('follows no redirect, and reports it', async () => {
  expect(await send(`${store.endpoint}/lake/moved.csv`)).toEqual([403, '', 'endpoint-redirect'])
  expect(other.requests).toEqual([])
})

it('rejects connections of other programs on the machine', async () => {
  expect(await send(`${store.endpoint}/lake/a.csv`, { password: 'guess' })).toEqual([407, '', undefined])
  const { host } = new URL(store.endpoint)
  const options = { through: encrypted, method: 'CONNECT', password: 'guess' }
  expect(await send(host, options)).toEqual([407, '', undefined])
})

it('opens tunnels to an endpoint with TLS only, and only to it', async () => {
  const { host } = new URL(store.endpoint)
  const connect = (target: string, through = encrypted) => send(target, { through, method: 'CONNECT' })
  expect(await connect(host)).toEqual([200, '', undefined])
  expect(await connect(new URL(other.endpoint).host)).toEqual([403, '', 'endpoint-redirect'])
  expect(await connect('169.254.169.254:443')).toEqual([403, '', 'endpoint-redirect'])
  expect(await connect(host, proxy)).toEqual([403, '', 'endpoint-redirect'])
  expect(await send(`${store.endpoint}/lake/a.csv`, { through: encrypted })).toEqual([403, '', 'endpoint-redirect'])
})

it('names an endpoint that does not listen', async () => {
  const closed = await startObjectStore(new Map())
  closed.close()
  const through = await EndpointProxy.start({ endpoint: closed.endpoint, path: 'lake', region: 'us-east-1' })
  expect(await send(`${closed.endpoint}/lake/a.csv`, { through })).toEqual([502, '', 'endpoint-failed'])
  through.close()
})
