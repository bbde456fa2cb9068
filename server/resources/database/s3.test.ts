import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { secretKeysOf } from '#server/base/secret-keys.ts'
import { connectionToStore, resolveConnection, storedConnection } from '#server/security/connection-secret.ts'
import { rotateSecrets } from '#server/security/rotate-secrets.ts'
import { makeTestApp, type TestApp } from '#testing/app.ts'

const SECRET = 'extremely-secret'
let extensions: string
let listed: TestApp
let unlisted: TestApp
beforeAll(async () => {
  extensions = mkdtempSync(join(tmpdir(), 'facet-extensions-'))
  writeFileSync(join(extensions, 'httpfs.duckdb_extension'), '')
  const environment = { FACET_S3_ENDPOINTS: 'http://127.0.0.1:9', FACET_DUCKDB_EXTENSIONS: extensions }
  listed = await makeTestApp({ environment })
  unlisted = await makeTestApp()
})
afterAll(async () => {
  await listed.close()
  await unlisted.close()
  rmSync(extensions, { recursive: true, force: true })
})

const form = (endpoint: string) => ({
  engine: 's3',
  configuration_method: 'dynamic_form',
  parameters: { endpoint, path: 'lake', username: 'AKIAREADER', password: SECRET },
})

it('names the setting and the reason in connection tests, without the secret key', async () => {
  const test = async (app: TestApp, endpoint: string) => {
    const body = { database_name: 'lake', ...form(endpoint) }
    const response = await (await app.as('Admin')).post('/api/v1/database/test_connection', body)
    expect(response.body).not.toContain(SECRET)
    return [response.statusCode, response.json().errors?.[0]?.message ?? response.body]
  }
  expect(await test(unlisted, 'http://127.0.0.1:9')).toEqual([422, expect.stringContaining('FACET_S3_ENDPOINTS')])
  expect(await test(listed, 'http://127.0.0.1:10')).toEqual([422, expect.stringContaining('FACET_S3_ENDPOINTS')])
  expect(await test(listed, 'http://127.0.0.1:9')).toEqual([422, expect.stringContaining('its port is closed')])
})

it('masks the stored secret key, and never sends it to another endpoint', async () => {
  const uri = (password: string, port: number) => `s3://AKIAREADER:${password}@127.0.0.1:${port}/lake?ssl=false`
  const given = { sqlalchemy_uri: uri(SECRET, 9), server_cert: null }
  const { sqlalchemy_uri, secrets = null } = connectionToStore(given, undefined, listed.context.config)
  expect([sqlalchemy_uri, secrets]).toEqual([uri('XXXXXXXXXX', 9), expect.not.stringContaining(SECRET)])
  const row = await listed.database({ database_name: 'Lake', backend: 's3', sqlalchemy_uri, secrets })
  const admin = await listed.as('Admin')
  const shown = await admin.get(`/api/v1/database/${row.id}/connection`)
  expect(shown.json().result.parameters).toMatchObject({ username: 'AKIAREADER', password: 'XXXXXXXXXX' })
  expect(shown.body).not.toContain(SECRET)
  const test = { id: row.id, sqlalchemy_uri: uri('XXXXXXXXXX', 9) }
  expect((await admin.post('/api/v1/database/test_connection', test)).body).toContain('its port is closed')
  const opened = (changed: string) => {
    const masked = { ...given, sqlalchemy_uri: uri('XXXXXXXXXX', 9).replace(/127.*$/, changed) }
    return resolveConnection(masked, row, listed.context.config).sqlalchemy_uri
  }
  expect(opened('127.0.0.1:9/other?ssl=false')).toContain(SECRET)
  for (const changed of ['127.0.0.1:10/lake?ssl=false', '127.0.0.1:9/lake', 'evil.example:9/lake?ssl=false'])
    expect(opened(changed)).not.toContain(SECRET)
})

it('masks the session token with the secret key, and accepts a new one only with a new key', async () => {
  const admin = await listed.as('Admin')
  const parameters = { ...form('http://127.0.0.1:9').parameters, session_token: 'temporary-token' }
  const uri = `s3://AKIAREADER:${SECRET}%0Atemporary-token@127.0.0.1:9/lake?ssl=false`
  const stored = connectionToStore({ sqlalchemy_uri: uri, server_cert: null }, undefined, listed.context.config)
  const row = await listed.database({ database_name: 'Temporary', backend: 's3', ...stored })
  const shown = await admin.get(`/api/v1/database/${row.id}/connection`)
  expect(shown.json().result.parameters).toMatchObject({ password: 'XXXXXXXXXX' })
  expect(shown.body).not.toMatch(/temporary-token|extremely-secret/)
  const test = (given: object) =>
    admin.post('/api/v1/database/test_connection', {
      id: row.id,
      ...form(''),
      parameters: { ...parameters, endpoint: 'http://127.0.0.1:9', ...given },
    })
  expect((await test({ password: 'XXXXXXXXXX', session_token: undefined })).body).toContain('its port is closed')
  expect((await test({})).body).toContain('its port is closed')
  const mixed = await test({ password: 'XXXXXXXXXX' })
  expect([mixed.statusCode, mixed.body]).toEqual([422, expect.stringContaining('with the session token')])
  expect(storedConnection(row, listed.context.config.secretKey).sqlalchemy_uri).toBe(uri)
})

it('exports the secret key masked, and encrypts it with a new key of the server', async () => {
  const uri = (password: string) => `s3://AKIAREADER:${password}@127.0.0.1:9/lake?ssl=false`
  const old = secretKeysOf('the key of the year before', [])
  const given = { sqlalchemy_uri: uri(SECRET), server_cert: null }
  const stored = connectionToStore(given, undefined, { secretKey: old })
  const { id } = await listed.database({ database_name: 'Exported lake', backend: 's3', ...stored })
  const { rawPayload } = await (await listed.as('Admin')).get(`/api/v1/database/export/?q=!(${id})`)
  const text = Object.values(unzipSync(new Uint8Array(rawPayload))).map((bytes) => strFromU8(bytes))
  expect(text.join('\n')).toContain(`sqlalchemy_uri: ${uri('XXXXXXXXXX')}`)
  expect(text.join('\n')).not.toContain(SECRET)
  await rotateSecrets(listed.context.store, secretKeysOf('the key of this whole year', ['the key of the year before']))
  const rotated = await listed.context.store.databases.get(id)
  const opened = rotated && storedConnection(rotated, secretKeysOf('the key of this whole year', []))
  expect(opened?.sqlalchemy_uri).toBe(uri(SECRET))
})
