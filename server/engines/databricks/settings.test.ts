import { expect, it } from 'vitest'
import { databricks } from './index.ts'
import { parseUri, printUri } from './settings.ts'

const base = {
  host: 'dbc-1.cloud.databricks.com',
  port: 443,
  password: 'dapi/1',
  http_path: '/sql/1.0/warehouses/1',
}

it.each([
  ['databricks://token:dapi%2F1@dbc-1.cloud.databricks.com?http_path=/sql/1.0/warehouses/1', base],
  [
    'databricks://token:dapi%2F1@dbc-1.cloud.databricks.com:443?http_path=%2Fsql%2F1.0%2Fwarehouses%2F1&catalog=main&schema=shop',
    { ...base, catalog: 'main', schema: 'shop' },
  ],
  [
    'databricks+connector://token:dapi%2F1@dbc-1.cloud.databricks.com:443/shop?http_path=/sql/1.0/warehouses/1',
    { ...base, schema: 'shop' },
  ],
  ['databricks://dbc-1.cloud.databricks.com', { host: 'dbc-1.cloud.databricks.com', port: 443 }],
])('reads %s', (uri, settings) => {
  expect(parseUri(uri)).toEqual(settings)
})

it.each([
  'databricks://h?access_token=x',
  'databricks://h?auth_type=databricks-oauth',
  'databricks+jdbc://h',
  'trino://h/c',
])('the setting %s is invalid', (uri) => {
  expect(parseUri(uri)).toBeUndefined()
})

it.each([base, { ...base, catalog: 'main', schema: 'a b' }, { host: 'h', port: 444 }])(
  'prints %j, and reads it again',
  (settings) => {
    expect(parseUri(printUri(settings))).toEqual(settings)
  },
)

it('names the command that installs the driver', async () => {
  await expect(databricks.connect(base, { directory: '/nowhere/databases' })).rejects.toMatchObject({
    code: 'driver-missing',
  })
})
