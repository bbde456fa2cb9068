import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { splitPassword } from '#server/security/connection-address.ts'
import { connectionIn } from './connection.ts'

const uriOf = (uri: string, extra: object, backend: string): string => {
  const given = connectionIn(uri, { masked_encrypted_extra: JSON.stringify(extra) }, undefined, backend)
  return 'ok' in given ? given.ok.sqlalchemy_uri : ''
}

it('takes the key of BigQuery from the extra fields of Superset as the password', () => {
  const key = { type: 'service_account', client_email: 'a@b', private_key: 'k' }
  const uri = uriOf('bigquery://sales-123456/shop?location=EU', { credentials_info: key }, 'bigquery')
  expect(splitPassword(uri)).toEqual({
    masked: 'bigquery://:XXXXXXXXXX@sales-123456/shop?location=EU',
    password: JSON.stringify(key),
  })
})

it('takes the private key of Snowflake instead of a password', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const extra = { auth_method: 'keypair', auth_params: { privatekey_body: pem } }
  expect(splitPassword(uriOf('snowflake://u:old@acc/d', extra, 'snowflake'))).toEqual({
    masked: 'snowflake://u:XXXXXXXXXX@acc/d',
    password: pem,
  })
})

it('leaves the password of the URI without such fields, and on other engines', () => {
  const key = { credentials_info: { type: 'service_account' } }
  expect(uriOf('bigquery://:XXXXXXXXXX@sales-123456', {}, 'bigquery')).toBe('bigquery://:XXXXXXXXXX@sales-123456')
  expect(uriOf('postgresql://u:p@h/d', key, 'postgresql')).toBe('postgresql://u:p@h/d')
})
