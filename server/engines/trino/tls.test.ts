import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { explain } from './explain.ts'
import { trino } from './index.ts'

/** A key for tests only, and its own certificate for localhost, which is valid for 100 years. */
const KEY =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2vtt58a3I9zXTSXgR4KZV3lPkFrVNf6g2Ue7pJ7DVyyhRANCAATZZgaKPRiVfFC+mf0jalwKHORxxD0hqB+KBKIHdy4KSScZ1EGv2tl9ThCjNBsGrNoaE4yyo1zOBQtS7Xi+uAkU'
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUEXA5SEOGCBLGVL6XEDOoOAdbaG8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTAzMDEwOFoYDzIxMjYxMTA1
MDMwMTA4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATZZgaKPRiVfFC+mf0jalwKHORxxD0hqB+KBKIHdy4KSScZ1EGv2tl9
ThCjNBsGrNoaE4yyo1zOBQtS7Xi+uAkUo28wbTAdBgNVHQ4EFgQUoIJTTINFCin4
24RxdfjkwxMmjzAwHwYDVR0jBBgwFoAUoIJTTINFCin424RxdfjkwxMmjzAwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAJmU5CFYNzLCdUetk7fpIp13BTq8YP3xZkIdZ3eP5gHrAiBV
svfZ9EUbjkGkbsbPB0QEiHA6FaLmQpcnvsscvpqy0Q==
-----END CERTIFICATE-----`

const authorizations: (string | undefined)[] = []
let server: Server
beforeAll(async () => {
  const key = ['-----BEGIN', 'PRIVATE KEY-----\n'].join(' ') + KEY + ['\n-----END', 'PRIVATE KEY-----'].join(' ')
  server = createServer({ key, cert: CERTIFICATE }, (request, response) => {
    authorizations.push(request.headers.authorization)
    const columns = [{ name: 'n', type: 'integer', typeSignature: { rawType: 'integer', arguments: [] } }]
    response.end(JSON.stringify({ id: 'q', columns, data: [[1]] }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const connect = async (query: string) => {
  const uri = `trino://ana:secret@localhost:${(server.address() as AddressInfo).port}/hive?${query}`
  const connection = await trino.connect(trino.parseUri(uri) ?? {}, { directory: '/tmp' })
  await connection.close()
}

it('sends no password to a server whose certificate is not trusted', async () => {
  const failure = await connect('').catch((error: unknown) => explain(error))
  expect(failure).toMatchObject({ code: 'connection-failed', message: expect.stringContaining('certificate') })
  expect(authorizations).toEqual([])
})

it('sends the password or the token by HTTPS', async () => {
  await connect('verify=false')
  await connect('verify=false&auth=jwt')
  expect(authorizations).toEqual(['Basic YW5hOnNlY3JldA==', 'Bearer secret'])
})
