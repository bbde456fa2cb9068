import { expect, it } from 'vitest'
import { s3 } from './index.ts'

const settings = { endpoint: 'https://s3.example.org', path: 'lake/sales', region: 'us-east-1' }
const TEMPORARY = { username: 'AKIA', password: 'a/b', session_token: 'IQoJ+=' }
const ACCOUNT = { username: 'AKIA/1', password: 'a/b+c=%@:' }

it.each([
  ['s3://s3.example.org/lake/sales', settings],
  ['s3://AKIA%2F1:a%2Fb%2Bc%3D%25%40%3A@s3.example.org/lake/sales', { ...settings, ...ACCOUNT }],
  ['s3://AKIA:a%2Fb%0AIQoJ%2B%3D@s3.example.org/lake/sales', { ...settings, ...TEMPORARY }],
  ['s3://AKIA@s3.example.org/lake/sales', { ...settings, username: 'AKIA' }],
  ['s3://127.0.0.1:9000/lake?region=eu&ssl=false', { endpoint: 'http://127.0.0.1:9000', path: 'lake', region: 'eu' }],
  ['s3://[::1]:9000/lake/**/*.csv', { ...settings, endpoint: 'https://[::1]:9000', path: 'lake/**/*.csv' }],
  ['s3://s3.example.org/lake/a%3Fb%25%23', { ...settings, path: 'lake/a?b%#' }],
])('parses and prints %s', (uri, given) => {
  expect(s3.parseUri(uri)).toEqual(given)
  expect(s3.printUri(given)).toBe(uri)
})

it.each([
  's3://s3.example.org',
  's3:///lake',
  'https://s3.example.org/lake',
  's3://s3.example.org/',
  's3://AKIA:a@s3.example.org/lake?session_token=IQoJ',
])('the URL %s is rejected', (uri) => {
  expect(s3.parseUri(uri)).toBeUndefined()
})

it.each([{ password: 'XXXXXXXXXX' }, { password: '' }, { username: '' }])(
  'rejects a session token without its secret key and access key: %j',
  (given) => {
    const print = () => s3.printUri({ ...settings, ...TEMPORARY, ...given })
    expect(print).toThrow(expect.objectContaining({ code: 'connection-payload', extra: { invalid: ['password'] } }))
  },
)

it.each([
  ['a client certificate', { client_cert: 'PEM', client_key: 'PEM' }, 'connection-payload'],
  ['a root certificate without TLS', { endpoint: 'http://127.0.0.1:9', server_cert: 'PEM' }, 'connection-payload'],
  ['an invalid root certificate', { server_cert: 'PEM' }, 'connection-certificate'],
])('rejects %s', async (_, given, code) => {
  await expect(s3.connect({ ...settings, ...given }, { directory: '/nowhere' })).rejects.toMatchObject({ code })
})

it('checks the endpoint before the extension', async () => {
  const connect = (options: object) =>
    s3.connect({ ...settings, ...ACCOUNT }, { directory: '/nowhere', ...options }).catch((error: unknown) => error)
  expect(await connect({})).toMatchObject({ code: 'endpoints-unset' })
  expect(await connect({ objectStores: ['http://s3.example.org'] })).toMatchObject({
    code: 'endpoint-unlisted',
    args: ['https://s3.example.org'],
  })
  expect(await connect({ objectStores: ['https://s3.example.org'] })).toMatchObject({
    code: 'extensions-unset',
    args: ['httpfs', expect.any(String)],
  })
})
