import { expect, it } from 'vitest'
import type { Config } from '#server/config.ts'
import { keepAddress, openAddress } from './secrets.ts'

const config = { secretKey: 'the key' } as Config
const open = 'postgresql://ada:p%40ss@db/x'
const masked = 'postgresql://ada:XXXXXXXXXX@db/x'

it('The password of an address is kept apart, and used where the address is masked', () => {
  const kept = keepAddress(open, undefined, config)
  expect(kept.sqlalchemy_uri).toBe(masked)
  const secrets = kept.secrets as string
  expect(openAddress(masked, { secrets, sqlalchemy_uri: masked }, config)).toBe(open)
  for (const other of ['postgresql://ada:other@db/x', 'postgresql://ada:XXXXXXXXXX@evil.example/x'])
    expect(openAddress(other, { secrets, sqlalchemy_uri: masked }, config)).toBe(other)
})

it('A masked address and one without a password leave what is kept as it is', () => {
  expect(keepAddress(masked, undefined, config)).toEqual({ sqlalchemy_uri: masked })
  expect(keepAddress('duckdb:///x.duckdb', undefined, config)).toEqual({ sqlalchemy_uri: 'duckdb:///x.duckdb' })
  expect(openAddress(masked, { secrets: null, sqlalchemy_uri: masked }, config)).toBe(masked)
})

it('A password is forgotten when the address moves to another host', () => {
  const row = { secrets: keepAddress(open, undefined, config).secrets as string, sqlalchemy_uri: masked }
  expect(keepAddress('postgresql://ada:XXXXXXXXXX@db/other', row, config)).toEqual({
    sqlalchemy_uri: 'postgresql://ada:XXXXXXXXXX@db/other',
  })
  const moved = 'postgresql://ada:XXXXXXXXXX@evil.example/x'
  expect(keepAddress(moved, row, config)).toEqual({ sqlalchemy_uri: moved, secrets: null })
})
