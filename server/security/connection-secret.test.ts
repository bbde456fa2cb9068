import { describe, expect, it } from 'vitest'
import { destinationOf } from '#server/engines/connection-destination.ts'
import { connectionToStore, resolveConnection, type StoredConnection, storedConnection } from './connection-secret.ts'
import { encryptSecret } from './secret-box.ts'

const config = { secretKey: 'the key' }
const open = 'postgresql://ada:p%40ss@db/x'
const masked = 'postgresql://ada:XXXXXXXXXX@db/x'
const uriToStore = (uri: string, known: StoredConnection | undefined, server_cert: string | null = null) => {
  const { tunnel, ...address } = connectionToStore({ sqlalchemy_uri: uri, server_cert }, known, config)
  expect(tunnel).toBeNull()
  return address
}
const openAddress = (uri: string, known: StoredConnection | undefined, server_cert: string | null = null) =>
  resolveConnection({ sqlalchemy_uri: uri, server_cert }, known, config).sqlalchemy_uri
const uriWithPassword = (uri: string, secrets: string, server_cert: string | null = null) =>
  storedConnection({ sqlalchemy_uri: uri, server_cert, secrets }, config.secretKey).sqlalchemy_uri
const secretsOf = (uri: string, server_cert: string | null = null) =>
  uriToStore(uri, undefined, server_cert).secrets as string
const stored = { sqlalchemy_uri: masked, server_cert: null, secrets: secretsOf(open) }

it('stores the password of a URI separately, and uses it for a masked URI', () => {
  expect(uriToStore(open, undefined)).toEqual({ sqlalchemy_uri: masked, secrets: expect.any(String) })
  expect(openAddress(masked, stored)).toBe(open)
  for (const other of ['postgresql://ada:other@db/x', 'postgresql://ada:XXXXXXXXXX@evil.example/x'])
    expect(openAddress(other, stored)).toBe(other)
})

it('keeps the stored password for a masked URI, and clears it for one without a password', () => {
  expect(uriToStore(masked, undefined)).toEqual({ sqlalchemy_uri: masked })
  expect(uriToStore(masked, stored)).toEqual({ sqlalchemy_uri: masked })
  expect(uriToStore('duckdb:///x.duckdb', undefined)).toEqual({ sqlalchemy_uri: 'duckdb:///x.duckdb' })
  expect(openAddress(masked, { ...stored, secrets: null })).toBe(masked)
  const bare = 'postgresql://ada@db/x'
  expect(uriToStore(bare, stored)).toEqual({ sqlalchemy_uri: bare, secrets: null })
})

it.each([
  'postgresql://ada:XXXXXXXXXX@db/other',
  'postgresql://ada:XXXXXXXXXX@db/x?schema=sales',
  'postgres+psycopg2://ada:XXXXXXXXXX@db:5432/x',
])('uses the stored password for %s, which has the same destination', (uri) => {
  expect(destinationOf(uri)).toBe(destinationOf(masked))
  expect(uriToStore(uri, stored)).toEqual({ sqlalchemy_uri: uri })
  expect(openAddress(uri, stored)).toBe(uri.replace('XXXXXXXXXX', 'p%40ss'))
})

it.each([
  'postgresql://ada:XXXXXXXXXX@evil.example/x',
  'postgresql://ada:XXXXXXXXXX@db:5433/x',
  'postgresql://eve:XXXXXXXXXX@db/x',
  'postgresql://ada:XXXXXXXXXX@db/x?sslmode=disable',
  'postgresql://ada:XXXXXXXXXX@db/x?host=evil.example',
  'postgresql://ada:XXXXXXXXXX@/x?host=evil.example',
  'postgresql://ada:XXXXXXXXXX@db/x?hostaddr=6.6.6.6',
  'postgresql://ada:XXXXXXXXXX@db/x?options=-csearch_path%3Dsales',
  'postgresql://ada:XXXXXXXXXX@db@evil.example/x',
  'mysql://ada:XXXXXXXXXX@db/x',
])('the stored password is not used for %s, which has another destination', (uri) => {
  expect(openAddress(uri, stored)).toBe(uri)
  expect(uriToStore(uri, stored)).toEqual({ sqlalchemy_uri: uri, secrets: null })
  expect(() => uriWithPassword(uri, stored.secrets)).toThrow('belongs to another connection')
})

it('compares the host in the query of a URI', () => {
  const inner = 'postgresql://ada:XXXXXXXXXX@/x?host=inner'
  const encrypted = uriToStore(inner.replace('XXXXXXXXXX', 'secret'), undefined)
  const row = { sqlalchemy_uri: inner, server_cert: null, secrets: encrypted.secrets ?? null }
  expect(openAddress(inner, row)).toBe(inner.replace('XXXXXXXXXX', 'secret'))
  const outer = inner.replace('inner', 'evil.example')
  expect(uriToStore(outer, row)).toEqual({ sqlalchemy_uri: outer, secrets: null })
})

it('accepts a password stored without a destination for the stored URI only', () => {
  const old = { ...stored, secrets: encryptSecret(config.secretKey, JSON.stringify({ password: 'p@ss' })) }
  expect(openAddress(masked, old)).toBe(open)
  expect(openAddress('postgresql://ada:XXXXXXXXXX@db:1/x', old)).toContain('XXXXXXXXXX')
  expect(uriWithPassword(masked, old.secrets)).toBe(open)
})

it('compares complete URIs without their passwords for unknown engines', () => {
  const uri = 'oracle://ada:one@db/x?charset=utf8'
  expect(destinationOf(uri)).toBe(destinationOf(uri.replace('one', 'two')))
  expect(destinationOf(uri)).not.toBe(destinationOf(uri.replace('utf8', 'ascii')))
})

it('throws for a password that no key decrypts', () => {
  const row = { ...stored, server_cert: null }
  expect(() => storedConnection(row, 'another key')).toThrow('cannot be read with the secret key')
  expect(storedConnection(row, ['another key', 'the key']).sqlalchemy_uri).toBe(open)
})

describe('certificates', () => {
  const client = { cert: 'a certificate', key: 'a key' }
  const given = { sqlalchemy_uri: open, server_cert: 'the authority', client }
  const row = {
    ...given,
    sqlalchemy_uri: masked,
    secrets: connectionToStore(given, undefined, config).secrets as string,
  }

  it('the password and the client key are not used with another server certificate', () => {
    expect(storedConnection(row, config.secretKey)).toEqual(given)
    for (const server_cert of [null, 'another authority']) {
      expect(() => openAddress(masked, row, server_cert)).toThrow('belongs to another connection')
      expect(() => uriWithPassword(masked, row.secrets, server_cert)).toThrow('belongs to another connection')
      expect(uriToStore(masked, row, server_cert)).toEqual({ sqlalchemy_uri: masked, secrets: null })
    }
    expect(() => openAddress(masked, stored, 'the authority')).toThrow('belongs to another connection')
    expect(openAddress(masked, row, ' the\r\nauthority\n')).toBe(open)
  })

  it('a masked or missing client key keeps the stored one, and null removes it', () => {
    const masks = { ...given, sqlalchemy_uri: masked, client: { cert: 'a certificate', key: 'XXXXXXXXXX' } }
    expect(resolveConnection(masks, row, config)).toEqual(given)
    const next = { ...row, ...connectionToStore(masks, row, config) }
    expect(storedConnection(next, config.secretKey)).toEqual(given)
    expect(connectionToStore({ ...masks, client: undefined }, row, config)).toEqual({
      sqlalchemy_uri: masked,
      tunnel: null,
    })
    const without = { ...row, ...connectionToStore({ ...masks, client: null }, row, config) }
    expect(storedConnection(without, config.secretKey)).toEqual({ sqlalchemy_uri: open, server_cert: 'the authority' })
    expect(() => resolveConnection(masks, undefined, config)).toThrow('belongs to another connection')
    expect(() => resolveConnection({ ...masks, server_cert: null, sqlalchemy_uri: open }, row, config)).toThrow(
      'belongs to another connection',
    )
  })

  it('secrets stored without a certificate are used with the stored one', () => {
    const destination = destinationOf(masked)
    const secrets = encryptSecret(config.secretKey, JSON.stringify({ password: 'p@ss', destination }))
    expect(uriWithPassword(masked, secrets, 'the authority')).toBe(open)
  })
})

it('binds the password to the SSH server, and the secrets of the tunnel to the database', () => {
  const tunnel = { server_address: 'jump', server_port: 22, username: 'ana', password: 'sesame', host_key: 'SHA256:a' }
  const given = { sqlalchemy_uri: open, server_cert: null, tunnel }
  const row = { server_cert: null, secrets: null, ...connectionToStore(given, undefined, config) }
  expect(JSON.parse(row.tunnel ?? '')).toEqual({ ...tunnel, password: 'XXXXXXXXXX' })
  expect(storedConnection(row, config.secretKey)).toEqual(given)
  const changes = [{ server_address: 'evil' }, { server_port: 23 }, { username: 'eve' }, { host_key: 'SHA256:b' }]
  for (const change of changes) {
    const other = { ...tunnel, ...change, password: 'XXXXXXXXXX' }
    expect(() => resolveConnection({ ...given, tunnel: other }, row, config)).toThrow('belongs to another connection')
    const moved = { ...row, tunnel: JSON.stringify(other) }
    expect(() => storedConnection(moved, config.secretKey)).toThrow('belongs to another connection')
  }
  for (const moved of [
    { ...row, tunnel: null },
    { ...row, secrets: null },
    { ...row, secrets: stored.secrets },
  ])
    expect(() => storedConnection(moved, config.secretKey)).toThrow('belongs to another connection')
})

describe('secrets that were encrypted for another connection than the stored one', () => {
  const tunnel = { server_address: 'jump', server_port: 22, username: 'ana', password: 'sesame', host_key: 'SHA256:a' }
  const given = { sqlalchemy_uri: open, server_cert: 'the authority', tunnel }
  const good = { server_cert: given.server_cert, secrets: null, ...connectionToStore(given, undefined, config) }
  const moved = JSON.stringify({ ...JSON.parse(good.tunnel ?? ''), server_address: 'evil' })

  it.each([
    ['URI', { sqlalchemy_uri: 'postgresql://ada:XXXXXXXXXX@evil/x' }],
    ['server certificate', { server_cert: null }],
    ['SSH server', { tunnel: moved }],
    ['connection without an SSH server', { tunnel: null }],
  ])('are neither used nor stored with another %s', (_, change) => {
    const row: StoredConnection = { ...good, ...change }
    const { sqlalchemy_uri, server_cert } = row
    const masks = { sqlalchemy_uri, server_cert, ...(row.tunnel ? { tunnel: JSON.parse(row.tunnel) } : {}) }
    expect(() => resolveConnection(masks, row, config)).toThrow('belongs to another connection')
    expect(() => connectionToStore({ ...masks, client: null }, row, config)).toThrow('belongs to another connection')
    // Without a new secret, the stored text stays as it is, and is not used.
    const same = { ...row, ...connectionToStore(masks, row, config) }
    expect(() => storedConnection(same, config.secretKey)).toThrow('belongs to another connection')
  })
})

describe('a new password instead of secrets that no key decrypts', () => {
  const tunnel = { server_address: 'jump', server_port: 22, username: 'ana', password: 'sesame', host_key: 'SHA256:a' }
  const client = { cert: 'a certificate', key: 'a key' }
  const lost = { secretKey: 'a lost key' }
  const given = { sqlalchemy_uri: open.replace('p%40ss', 'new'), server_cert: null }

  it.each([
    ['without certificate settings', given, { sqlalchemy_uri: open, server_cert: null, client }],
    ['without certificates', { ...given, client: null }, { sqlalchemy_uri: open, server_cert: null }],
    ['with new certificates', { ...given, client }, { sqlalchemy_uri: open, server_cert: null, client }],
    ['with a new secret of the tunnel', { ...given, tunnel }, { sqlalchemy_uri: open, server_cert: null, tunnel }],
  ])('is used and stored %s', (_, next, before) => {
    const row: StoredConnection = { server_cert: null, secrets: null, ...connectionToStore(before, undefined, lost) }
    const { client: certificates, ...rest } = { client: undefined, ...next }
    const expected = { ...rest, ...(certificates ? { client: certificates } : {}) }
    expect(resolveConnection(next, row, config)).toEqual(expected)
    const after = { ...row, ...connectionToStore(next, row, config) }
    expect(storedConnection(after, config.secretKey)).toEqual(expected)
  })

  it('is an error with the mask of another secret', () => {
    const before = { sqlalchemy_uri: open, server_cert: null, client, tunnel }
    const row: StoredConnection = { server_cert: null, secrets: null, ...connectionToStore(before, undefined, lost) }
    for (const masks of [
      { ...given, client: { ...client, key: 'XXXXXXXXXX' }, tunnel },
      { ...given, client: null, tunnel: { ...tunnel, password: 'XXXXXXXXXX' } },
      { ...given, sqlalchemy_uri: masked, client: null, tunnel },
    ]) {
      expect(() => resolveConnection(masks, row, config)).toThrow('cannot be read with the secret key')
      expect(() => connectionToStore(masks, row, config)).toThrow('cannot be read with the secret key')
    }
  })
})
