import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { postFile } from '#testing/csv-upload.ts'
import { workbook } from '#testing/upload-files.ts'

let fixture: TestApp
const databases: Record<'open' | 'closed' | 'staging', number> = { open: 0, closed: 0, staging: 0 }

const FILES = {
  csv: { filename: 'n.csv', bytes: 'n\n1\n' },
  excel: { filename: 'n.xlsx', bytes: workbook({ Sheet1: [['n'], [1]] }) },
  columnar: { filename: 'n.json', bytes: '[{"n":1}]' },
} as const
type Type = keyof typeof FILES
const VIEWS = { csv: 'CsvToDatabaseView', excel: 'ExcelToDatabaseView', columnar: 'ColumnarToDatabaseView' } as const
const TYPES = ['csv', 'excel', 'columnar'] as const

beforeAll(async () => {
  fixture = await makeTestApp()
  const file = { sqlalchemy_uri: 'duckdb:///uploads.duckdb', allow_file_upload: true }
  databases.open = (await fixture.database({ ...file, database_name: 'Open' })).id
  databases.closed = (await fixture.database({ ...file, database_name: 'Closed', allow_file_upload: false })).id
  const extra = JSON.stringify({ schemas_allowed_for_file_upload: ['staging'] })
  databases.staging = (await fixture.database({ ...file, database_name: 'Staging', extra })).id
  for (const type of TYPES) {
    const pairs = [
      ['can_this_form_get', VIEWS[type]],
      ['can_this_form_post', VIEWS[type]],
      ['can_read', 'Database'],
      ['all_database_access', 'all_database_access'],
    ] as const
    const { id } = await fixture.context.store.roles.create({ name: `only ${type}` }, null)
    await fixture.context.store.roles.setPairs(id, pairs)
  }
})
afterAll(() => fixture.close())

let count = 0
const table = () => `t${count++}`

/** Every request that uploads a file of a type to a database, with the status of success. */
const calls = (type: Type, database: number) =>
  [
    [`/api/v1/database/${database}/${type}_upload/`, 201, {}],
    [`/api/v1/database/${database}/upload/`, 201, { type }],
    [`/api/v1/database/${database}/upload/`, 201, {}],
    [`/api/v1/database/${database}/upload_preview/`, 200, {}],
    [`/api/v1/database/${database}/${type}_metadata/`, 200, {}],
    [`/api/v1/database/${database}/upload_metadata/`, 200, { type }],
    [`/${VIEWS[type].toLowerCase()}/form`, 302, { database: String(database) }],
  ] as const

/** Returns the distinct statuses of all requests of a type. */
async function statuses(role: string | undefined, type: Type, database: number) {
  const client = role === undefined ? fixture.nobody : await fixture.as(role)
  const found: (number | 'ok')[] = []
  for (const [address, success, fields] of calls(type, database)) {
    const isForm = address.endsWith('/form')
    const named = { [isForm ? 'name' : 'table_name']: table(), ...fields }
    const answer = await postFile(client, address, FILES[type], named)
    found.push(answer.statusCode === success ? 'ok' : answer.statusCode)
  }
  return [...new Set(found)]
}

describe.each(TYPES)('B-UPLOAD-01 B-UPLOAD-02 B-UPLOAD-03: an upload of type %s', (type) => {
  it.each(
    sampleCases(
      [
        ['Admin', ['ok'], [403]],
        ['sql_lab', [403], [403]],
        ['Gamma', [403], [403]],
        ['Alpha', ['ok'], [403]],
        [undefined, [401], [401]],
      ],
      2,
    ),
  )('the user %s gets %j into a database that allows uploads, %j into another', async (role, open, closed) => {
    expect(await statuses(role, type, databases.open)).toEqual(open)
    expect(await statuses(role, type, databases.closed)).toEqual(closed)
  })

  it.each(TYPES)('a role with the permission for %s only cannot upload other types', async (view) => {
    expect(await statuses(`only ${view}`, type, databases.open)).toEqual([view === type ? 'ok' : 403])
    expect(await statuses(`only ${view}`, type, databases.closed)).toEqual([403])
  })

  it('a schema that the database does not name is rejected by name', async () => {
    const admin = await fixture.as('Admin')
    const address = `/api/v1/database/${databases.staging}/upload/`
    const answer = await postFile(admin, address, FILES[type], { table_name: table() })
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      `Database "Staging" schema "main" is not allowed for ${type} uploads. Please contact your Superset Admin.`,
    ])
  })
})

it('takes the type of a file in an archive from that file', async () => {
  const { zipSync, strToU8 } = await import('fflate')
  const bytes = zipSync({ 'rows.json': strToU8('[{"n":1}]') })
  const post = async (role: string) =>
    postFile(
      await fixture.as(role),
      `/api/v1/database/${databases.open}/upload/`,
      { filename: 'rows.zip', bytes },
      {
        table_name: table(),
      },
    )
  expect((await post('only csv')).statusCode).toBe(403)
  expect((await post('only columnar')).statusCode).toBe(201)
})

it('needs the token of the session in a form of a page', async () => {
  const admin = await fixture.as('Admin')
  const send = (headers: Record<string, string>, fields: Readonly<Record<string, string>>) => {
    const client = {
      post: (url: string, payload: unknown, options?: { headers?: object }) =>
        admin.post(url, payload, { headers: { ...options?.headers, ...headers } }),
    }
    return postFile(client, '/csvtodatabaseview/form', FILES.csv, {
      name: table(),
      database: String(databases.open),
      ...fields,
    })
  }
  const { result: token } = (await admin.get('/api/v1/security/csrf_token/')).json()
  expect((await send({ 'x-csrftoken': '' }, {})).statusCode).toBe(400)
  expect((await send({ 'x-csrftoken': '' }, { csrf_token: 'wrong' })).statusCode).toBe(400)
  const answer = await send({ 'x-csrftoken': '' }, { csrf_token: token })
  expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/tablemodelview/list/'])
})

it('lists the schemas that take uploads', async () => {
  const admin = await fixture.as('Admin')
  const extra = JSON.stringify({ schemas_allowed_for_file_upload: ['main', 'absent'] })
  const file = { sqlalchemy_uri: 'duckdb:///uploads.duckdb', allow_file_upload: true }
  const { id } = await fixture.database({ ...file, database_name: 'Named', extra })
  const schemas = async (database: number, query = '?q=(upload_allowed:!t)') =>
    (await admin.get(`/api/v1/database/${database}/schemas/${query}`)).json().result
  expect(await schemas(databases.open)).toEqual(['main'])
  expect(await schemas(id)).toEqual(['main'])
  expect(await schemas(databases.staging)).toEqual([])
  expect(await schemas(databases.closed)).toEqual([])
  expect(await schemas(databases.closed, '')).toEqual(['main'])
  expect((await admin.get(`/api/v1/database/${id}/schemas/?q=(upload_allowed:x)`)).statusCode).toBe(400)
})
