import type { LookupAddress } from 'node:dns'
import { expect, it } from 'vitest'
import { endpointLookup, listedEndpoint, toConnectionError } from './object-store.ts'

const LISTED = ['https://s3.example.org', 'http://127.0.0.1:9000', 'http://169.254.169.254']

it.each([
  ['https://s3.example.org', 'https://s3.example.org'],
  ['https://S3.example.org:443/', 'https://s3.example.org'],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['http://2130706433:9000', 'http://127.0.0.1:9000'],
])('accepts the listed endpoint %s', (text, origin) => {
  expect(listedEndpoint(text, LISTED)).toBe(origin)
})

it.each([
  ['http://s3.example.org', 'endpoint-unlisted'],
  ['https://s3.example.org:444', 'endpoint-unlisted'],
  ['https://s3.example.org.evil.org', 'endpoint-unlisted'],
  ['https://s3.example.org@evil.org', 'endpoint-unlisted'],
  ['http://127.0.0.1:9001', 'endpoint-unlisted'],
  ['http://localhost:9000', 'endpoint-unlisted'],
  ['s3.example.org', 'endpoint-unlisted'],
  ['', 'endpoint-unlisted'],
  ['http://169.254.169.254', 'connection-link-local'],
  ['http://0xA9FEA9FE', 'connection-link-local'],
])('rejects the endpoint %s', (text, code) => {
  expect(() => listedEndpoint(text, LISTED)).toThrow(expect.objectContaining({ code }))
})

it('names the setting if no endpoint is listed', () => {
  expect(() => listedEndpoint('https://s3.example.org')).toThrow(/FACET_S3_ENDPOINTS/)
})

const lookUp = (endpoint: string, ...addresses: readonly string[]) =>
  new Promise<string>((resolve) => {
    const found = addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
    const lookup = endpointLookup(new URL(endpoint), (_name, _options, callback) => callback(null, found))
    lookup('name', {}, (error, address) =>
      resolve((error as { code?: string } | null)?.code ?? JSON.stringify(address)),
    )
  })

it.each([
  ['https://s3.example.org', ['10.0.0.7', '192.0.2.1'], '10.0.0.7'],
  ['https://s3.example.org', ['192.0.2.1', '127.0.0.1'], 'endpoint-loopback'],
  ['https://s3.example.org', ['127.9.9.9'], 'endpoint-loopback'],
  ['https://s3.example.org', ['0.0.0.0'], 'endpoint-loopback'],
  ['https://s3.example.org', ['::1'], 'endpoint-loopback'],
  ['https://s3.example.org', ['::'], 'endpoint-loopback'],
  ['https://s3.example.org', ['::ffff:127.0.0.1'], 'endpoint-loopback'],
  ['https://s3.example.org', ['169.254.169.254'], 'connection-link-local'],
  ['https://s3.example.org', ['fe80::1%eth0'], 'connection-link-local'],
  ['http://localhost:9000', ['127.0.0.1'], '127.0.0.1'],
  ['http://[::1]:9000', ['::1'], '::1'],
  ['http://localhost:9000', ['169.254.169.254'], 'connection-link-local'],
])('resolves %s with the addresses %j to %s', async (endpoint, addresses, expected) => {
  expect((await lookUp(endpoint, ...addresses)).replaceAll('"', '')).toBe(expected)
})

it.each([
  [{ code: 'ECONNREFUSED' }, 'its port is closed'],
  [{ code: 'ENOTFOUND' }, 'the name of its host is not known'],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'its certificate is not valid'],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'its certificate is not valid'],
  [{ message: 'GET /lake?X-Amz-Credential=AKIA' }, 'the connection was lost'],
])('explains %j without details of the request', (error, reason) => {
  expect(toConnectionError('https://s3.example.org', error)).toMatchObject({
    code: 'endpoint-failed',
    args: ['https://s3.example.org', reason],
  })
})
