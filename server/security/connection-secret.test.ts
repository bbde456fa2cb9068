import { expect, it } from 'vitest'
import { destinationOf } from '#server/engines/destination.ts'
import { uriToStore, openAddress, uriWithPassword } from './connection-secret.ts'
import { encryptSecret } from './secret-box.ts'

const config = { secretKey: 'the key' }
const open = 'postgresql://ada:p%40ss@db/x'
const masked = 'postgresql://ada:XXXXXXXXXX@db/x'
const stored = { sqlalchemy_uri: masked, secrets: uriToStore(open, undefined, config).secrets as string }

it('stores the password of a URI separately, and uses it for a masked URI', () => {
  expect(uriToStore(open, undefined, config)).toEqual({ sqlalchemy_uri: masked, secrets: expect.any(String) })
  expect(openAddress(masked, stored, config)).toBe(open)
  for (const other of ['postgresql://ada:other@db/x', 'postgresql://ada:XXXXXXXXXX@evil.example/x'])
    expect(openAddress(other, stored, config)).toBe(other)
})

it('A masked URI keeps the stored password; one without a password clears it', () => {
  expect(uriToStore(masked, undefined, config)).toEqual({ sqlalchemy_uri: masked })
  expect(uriToStore(masked, stored, config)).toEqual({ sqlalchemy_uri: masked })
  expect(uriToStore('duckdb:///x.duckdb', undefined, config)).toEqual({ sqlalchemy_uri: 'duckdb:///x.duckdb' })
  expect(openAddress(masked, { secrets: null, sqlalchemy_uri: masked }, config)).toBe(masked)
  const bare = 'postgresql://ada@db/x'
  expect(uriToStore(bare, stored, config)).toEqual({ sqlalchemy_uri: bare, secrets: null })
})

it.each([
  'postgresql://ada:XXXXXXXXXX@db/other',
  'postgresql://ada:XXXXXXXXXX@db/x?schema=sales',
  'postgres+psycopg2://ada:XXXXXXXXXX@db:5432/x',
])('A password goes along to %s, which is the same place', (uri) => {
  expect(destinationOf(uri)).toBe(destinationOf(masked))
  expect(uriToStore(uri, stored, config)).toEqual({ sqlalchemy_uri: uri })
  expect(openAddress(uri, stored, config)).toBe(uri.replace('XXXXXXXXXX', 'p%40ss'))
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
])('A password does not go along to %s', (uri) => {
  expect(openAddress(uri, stored, config)).toBe(uri)
  expect(uriToStore(uri, stored, config)).toEqual({ sqlalchemy_uri: uri, secrets: null })
  expect(() => uriWithPassword(uri, stored.secrets, config.secretKey)).toThrow('belongs to another connection')
})

it('An address behind ?host= is another one when that is', () => {
  const inner = 'postgresql://ada:XXXXXXXXXX@/x?host=inner'
  const encrypted = uriToStore(inner.replace('XXXXXXXXXX', 'secret'), undefined, config)
  const row = { sqlalchemy_uri: inner, secrets: encrypted.secrets ?? null }
  expect(openAddress(inner, row, config)).toBe(inner.replace('XXXXXXXXXX', 'secret'))
  const outer = inner.replace('inner', 'evil.example')
  expect(uriToStore(outer, row, config)).toEqual({ sqlalchemy_uri: outer, secrets: null })
})

it('Passwords sealed before they were bound to a URI are bound to the stored one', () => {
  const old = { sqlalchemy_uri: masked, secrets: encryptSecret(config.secretKey, JSON.stringify({ password: 'p@ss' })) }
  expect(openAddress(masked, old, config)).toBe(open)
  expect(openAddress('postgresql://ada:XXXXXXXXXX@db:1/x', old, config)).toContain('XXXXXXXXXX')
  expect(uriWithPassword(masked, old.secrets, config.secretKey)).toBe(open)
})

it('The address of no engine is the same as itself alone, whatever its password', () => {
  const uri = 'oracle://ada:one@db/x?charset=utf8'
  expect(destinationOf(uri)).toBe(destinationOf(uri.replace('one', 'two')))
  expect(destinationOf(uri)).not.toBe(destinationOf(uri.replace('utf8', 'ascii')))
})

it('a password that no key decrypts is an error, which says so', () => {
  expect(() => uriWithPassword(masked, stored.secrets, 'another key')).toThrow('cannot be read with the secret key')
  expect(uriWithPassword(masked, stored.secrets, ['another key', 'the key'])).toBe(open)
})
