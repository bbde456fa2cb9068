import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { snowflake } from './index.ts'
import { parseUri, passwordIn, printUri } from './settings.ts'

const base = { account: 'org-acc', username: 'u', password: 'p@', database: 'd' }

it.each([
  ['snowflake://u:p%40@org-acc/d', base],
  ['SNOWFLAKE://u:p%40@org-acc.snowflakecomputing.com/d/', base],
  [
    'snowflake://u:p%40@org-acc/d/s?warehouse=W&role=R&cache_column_metadata=True',
    { ...base, schema: 's', warehouse: 'W', role: 'R' },
  ],
  ['snowflake://u@xy12345.eu-central-1/%22d%22', { account: 'xy12345.eu-central-1', username: 'u', database: '"d"' }],
])('reads %s', (uri, settings) => {
  expect(parseUri(uri)).toEqual(settings)
})

it.each([
  'snowflake://u@a/d?authenticator=externalbrowser',
  'snowflake://u@a/d?token=secret',
  'snowflake://u@a/d?private_key_path=/etc/key',
  'snowflake://u@a:443/d',
  'postgresql://u@a/d',
])('the setting %s is invalid', (uri) => {
  expect(parseUri(uri)).toBeUndefined()
})

it.each([
  base,
  { ...base, schema: 's', warehouse: 'W W', role: 'R' },
  { account: 'a', username: 'u@x', database: 'd' },
])('prints %j, and reads it again', (settings) => {
  expect(parseUri(printUri(settings))).toEqual(settings)
})

it('finds a private key with a passphrase in the extra fields of Superset', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const plain = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const body = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString()
  const params = { privatekey_body: body, privatekey_pass: 'x' }
  expect(passwordIn({ auth_method: 'keypair', auth_params: params })).toBe(plain)
  expect(passwordIn({ auth_method: 'keypair', auth_params: { ...params, privatekey_pass: 'y' } })).toBeUndefined()
  expect(passwordIn({ auth_method: 'oauth' })).toBeUndefined()
})

it('names the command that installs the driver', async () => {
  await expect(snowflake.connect(base, { directory: '/nowhere/databases' })).rejects.toMatchObject({
    code: 'driver-missing',
  })
})
