import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const DATABASE = '11111111-1111-4111-8111-111111111111'
const DATASET = '22222222-2222-4222-8222-222222222222'
const COLUMN = '77777777-7777-4777-8777-777777777777'
const METRIC = '88888888-8888-4888-8888-888888888888'

const database = `
database_name: Newer
sqlalchemy_uri: duckdb:///newer.duckdb
configuration_method: dynamic_form
server_cert: a certificate
masked_encrypted_extra: '{"a": 1}'
ssh_tunnel: {server_address: tunnel.example, username: me}
allow_csv_upload: true
uuid: ${DATABASE}
version: 1.0.0
`
const dataset = (uuid: string, table: string) => `
table_name: ${table}
uuid: ${uuid}
version: 1.0.0
database_uuid: ${DATABASE}
folders_of_tomorrow: [{name: Times}]
currency_code_column: currency
fields_of_none: {}
columns:
  - {column_name: day, type: DATE, datetime_format: '%Y', uuid: ${COLUMN}}
  - {column_name: amount, type: DOUBLE, datetime_format: null, python_date_format: null}
metrics:
  - {metric_name: count, expression: COUNT(*), uuid: ${METRIC}}
`
const bundle = (files: Record<string, string>) =>
  zip({ 'metadata.yaml': 'version: 1.0.0\ntype: SqlaTable\n', 'databases/newer.yaml': database, ...files })

it('an import from a newer version reports each unknown field and file', async () => {
  const files = {
    'datasets/Newer/sales.yaml': dataset(DATASET, 'sales'),
    'tags.yaml': 'tags: [{tag_name: a}]\n',
    'themes/dark.yaml': 'theme_name: dark\n',
  }
  const answer = await upload(admin, 'dataset', bundle(files))
  expect(answer.json()).toEqual({
    message: 'OK',
    warnings: [
      'Files of unknown type in the bundle are omitted: themes/dark.yaml',
      'Unknown fields of databases/newer.yaml are retained and exported again: ssh_tunnel',
      'Secrets of databases/newer.yaml are not used and are omitted: masked_encrypted_extra',
      'Unknown fields of datasets/Newer/sales.yaml are retained and exported again: folders_of_tomorrow, currency_code_column, columns.datetime_format',
    ],
  })
  const { store } = fixture.context
  expect(await store.databases.getByUuid(DATABASE)).toMatchObject({
    configuration_method: 'dynamic_form',
    server_cert: 'a certificate',
  })
})

it('columns and metrics keep their uuids, but get new ones in a second dataset', async () => {
  const { store } = fixture.context
  const retained = await store.datasets.getByUuid(DATASET)
  expect([retained?.columns[0]?.uuid, retained?.metrics[0]?.uuid]).toEqual([COLUMN, METRIC])

  const twin = '99999999-9999-4999-8999-999999999999'
  const answer = await upload(admin, 'dataset', bundle({ 'datasets/Newer/twin.yaml': dataset(twin, 'twin') }))
  expect(answer.statusCode).toBe(200)
  const copy = await store.datasets.getByUuid(twin)
  expect(copy?.columns.map(({ column_name }) => column_name)).toEqual(['day', 'amount'])
  expect([COLUMN, METRIC]).not.toContain(copy?.columns[0]?.uuid)
  expect([COLUMN, METRIC]).not.toContain(copy?.metrics[0]?.uuid)
  expect((await store.datasets.getByUuid(DATASET))?.columns[0]?.uuid).toBe(COLUMN)
})
