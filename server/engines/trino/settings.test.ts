import { expect, it } from 'vitest'
import { destinationOf } from '../connection-destination.ts'
import { trino } from './index.ts'

it.each([
  ['trino://ana@db:8080/hive', { host: 'db', port: 8080, database: 'hive', username: 'ana' }],
  ['trino://ana@db/hive/web', { host: 'db', port: 8080, database: 'hive', schema: 'web', username: 'ana' }],
  ['trino://ana@db:443/hive', { host: 'db', port: 443, database: 'hive', username: 'ana', encryption: true }],
  [
    'trino://ana:p%40%2F%3A@db:8443/hive/web',
    { host: 'db', port: 8443, database: 'hive', schema: 'web', username: 'ana', password: 'p@/:', encryption: true },
  ],
  [
    'trino://ana:e.y.J@[::1]:9/a%20b?auth=jwt&verify=false',
    {
      host: '::1',
      port: 9,
      database: 'a b',
      username: 'ana',
      password: 'e.y.J',
      is_token: true,
      encryption: true,
      skip_verification: true,
    },
  ],
  [
    'trino://ana:x@db:8080/hive?http_scheme=http',
    { host: 'db', port: 8080, database: 'hive', username: 'ana', password: 'x' },
  ],
  [
    'trino://ana@db:8080/hive?http_scheme=https',
    { host: 'db', port: 8080, database: 'hive', username: 'ana', encryption: true },
  ],
])('reads %s and prints it back', (uri, settings) => {
  expect(trino.parseUri(uri)).toEqual(settings)
  expect(trino.parseUri(trino.printUri(settings))).toEqual(settings)
})

it('uses the port of TLS for a password without a port', () => {
  expect(trino.parseUri('trino+rest://ana:x@db/hive')).toMatchObject({ port: 443, encryption: true })
})

it.each([
  'mysql://ana@db/hive',
  'trino://ana@db/hive?access_token=secret',
  'trino://ana@db/hive?http_scheme=ftp',
  'trino://ana@db/a/b/c',
  'trino://ana@db/a#b',
])('rejects %s', (uri) => {
  expect(trino.parseUri(uri)).toBeUndefined()
})

it('sends a password to another catalog of the same server only', () => {
  const own = destinationOf('trino://ana:x@db:443/hive/web')
  expect(destinationOf('trino://ana:x@db:443/iceberg')).toBe(own)
  for (const other of [
    'trino://ana:x@db2:443/hive/web',
    'trino://ana:x@db:444/hive/web',
    'trino://ana:x@db:443/hive/web?verify=false',
    'trino://ana:x@db:443/hive/web?http_scheme=http',
    'trino://eve:x@db:443/hive/web',
  ])
    expect(destinationOf(other)).not.toBe(own)
})

const storage = { directory: '/tmp' }
const connect = (change: object) =>
  trino.connect({ host: '127.0.0.1', port: 1, database: 'hive', username: 'ana', ...change }, storage)

it.each([
  [{ password: 'secret' }, 'connection-payload'],
  [{ username: 'a\nb' }, 'connection-payload'],
  [{ database: 'SYSTEM' }, 'connection-database'],
  [{ database: '' }, 'connection-database'],
  [{ schema: 'Information_Schema' }, 'connection-database'],
  [{ port: 70_000 }, 'connection-port'],
  [{ host: '169.254.169.254' }, 'connection-link-local'],
  [{ host: '0xa9fea9fe' }, 'connection-link-local'],
])('the settings %o are rejected', async (change, code) => {
  await expect(connect(change)).rejects.toMatchObject({ code })
})
