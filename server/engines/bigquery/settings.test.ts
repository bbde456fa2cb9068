import { expect, it } from 'vitest'
import { bigquery } from './index.ts'
import { parseUri, passwordIn, printUri } from './settings.ts'

const KEY = '{"type":"service_account","private_key":"a/b\\n"}'

it.each([
  ['bigquery://sales-123456', { project: 'sales-123456' }],
  ['bigquery://sales-123456/', { project: 'sales-123456' }],
  ['BIGQUERY://sales-123456/shop', { project: 'sales-123456', dataset: 'shop' }],
  [
    'bigquery://example.com%3Asales/shop?location=EU&maximum_bytes_billed=10&arraysize=5',
    { project: 'example.com:sales', dataset: 'shop', location: 'EU', maximum_bytes_billed: '10' },
  ],
  [`bigquery://:${encodeURIComponent(KEY)}@sales-123456`, { project: 'sales-123456', password: KEY }],
])('reads %s', (uri, settings) => {
  expect(parseUri(uri)).toEqual(settings)
})

it.each([
  'bigquery://p?credentials_path=/etc/key.json',
  'bigquery://p?credentials_base64=e30=',
  'bigquery://p/d/t',
  'postgresql://p/d',
])('the setting %s is invalid', (uri) => {
  expect(parseUri(uri)).toBeUndefined()
})

it.each([
  { project: 'sales-123456' },
  { project: 'sales-123456', dataset: 'shop', location: 'EU', maximum_bytes_billed: '10' },
  { project: 'example.com:sales', dataset: 'shop', password: KEY },
])('prints %j, and reads it again', (settings) => {
  expect(parseUri(printUri(settings))).toEqual(settings)
})

it('finds the key in the extra fields of Superset', () => {
  expect(passwordIn({ credentials_info: { type: 'service_account' } })).toBe('{"type":"service_account"}')
  expect(passwordIn({ credentials_info: 'x' })).toBeUndefined()
})

it('names the command that installs the driver', async () => {
  const key = JSON.stringify({ type: 'service_account', client_email: 'a@b', private_key: 'k' })
  const connecting = bigquery.connect({ project: 'sales-123456', password: key }, { directory: '/nowhere/databases' })
  await expect(connecting).rejects.toMatchObject({ code: 'driver-missing' })
})
