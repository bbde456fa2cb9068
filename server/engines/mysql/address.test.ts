import { expect, it } from 'vitest'
import { parseUri, printUri, sslOptionsOf } from './settings.ts'

it.each([
  ['mysql://u:p@h:3307/d', { host: 'h', port: 3307, database: 'd', username: 'u', password: 'p' }],
  ['mysql+mysqldb://u@h/d', { host: 'h', port: 3306, database: 'd', username: 'u' }],
  ['mariadb+pymysql://u:a%40b@[::1]:1/d%2F', { host: '::1', port: 1, database: 'd/', username: 'u', password: 'a@b' }],
  ['mysql://u@h/d?ssl=1', { host: 'h', port: 3306, database: 'd', username: 'u', encryption: true }],
  ['MySQL://u@h/d?ssl-mode=VERIFY_CA', { host: 'h', port: 3306, database: 'd', username: 'u', ssl_mode: 'VERIFY_CA' }],
  ['postgresql://u@h/d', undefined],
  ['mysqlx://u@h/d', undefined],
])('reads the settings of %s', (uri, settings) => {
  expect(parseUri(uri)).toEqual(settings)
  if (settings) expect(parseUri(printUri(settings))).toEqual(settings)
})

it('tries an unencrypted connection only if the mode allows it', () => {
  const unverified = { rejectUnauthorized: false }
  expect(sslOptionsOf({})).toEqual([unverified, undefined])
  expect(sslOptionsOf({ encryption: true })).toEqual([unverified])
  expect(sslOptionsOf({ ssl_mode: 'required' })).toEqual([unverified])
  expect(sslOptionsOf({ ssl_mode: 'VERIFY_IDENTITY' })).toEqual([{ rejectUnauthorized: true, verifyIdentity: true }])
  expect(() => sslOptionsOf({ ssl_mode: 'nonsense' })).toThrow('connection string')
})
