import { describe, expect, it } from 'vitest'
import type { PermissionPair } from '#core/entity/role.ts'
import type { CurrentUser } from './current-user.ts'
import { type UploadDatabase, uploadDenial, uploadSchemasOf } from './upload.ts'
import { type UploadType } from '#core/rest/upload-type.ts'

const form = (view: string): PermissionPair => ['can_this_form_get', view]
const ALL_DATABASES: PermissionPair = ['all_database_access', 'all_database_access']
const DATABASE: PermissionPair = ['database_access', '[Uploads].(id:7)']
const SCHEMA: PermissionPair = ['schema_access', '[Uploads].[staging]']

function user(...pairs: readonly PermissionPair[]): CurrentUser {
  return {
    userId: 1,
    username: 'ann',
    firstName: 'Ann',
    lastName: 'Other',
    email: null,
    isActive: true,
    isAnonymous: false,
    createdOn: 0,
    roles: { role: pairs },
    roleIds: [],
    permissions: {},
  }
}

const open: UploadDatabase = {
  id: 7,
  database_name: 'Uploads',
  owners: [],
  allow_file_upload: true,
  extra: null,
  sqlalchemy_uri: 'duckdb:///uploads.duckdb',
}
const closed: UploadDatabase = { ...open, allow_file_upload: false }
const limited = (...schemas: readonly string[]): UploadDatabase => ({
  ...open,
  extra: JSON.stringify({ schemas_allowed_for_file_upload: schemas }),
})

/** Returns the reasons why a user with one form permission may not upload to a database, by file type. */
const denials = (view: string, database: UploadDatabase, ...more: readonly PermissionPair[]) =>
  Object.fromEntries(
    (['csv', 'excel', 'columnar'] as const).map((type) => [
      type,
      uploadDenial(user(form(view), ...more), { type, database, schema: 'main' }),
    ]),
  )

describe.each<readonly [string, UploadType, string]>([
  ['B-UPLOAD-01: a CSV file', 'csv', 'CsvToDatabaseView'],
  ['B-UPLOAD-02: a Parquet or JSON file', 'columnar', 'ColumnarToDatabaseView'],
  ['B-UPLOAD-03: a workbook', 'excel', 'ExcelToDatabaseView'],
])('%s', (_, type, view) => {
  it('needs the permission on the view of its type, and no other type is allowed by it', () => {
    const others = Object.fromEntries(
      (['csv', 'excel', 'columnar'] as const).map((each) => [each, each === type ? undefined : 'permission']),
    )
    expect(denials(view, open, ALL_DATABASES)).toEqual(others)
  })

  it('needs a database that allows uploads', () => {
    expect(denials(view, closed, ALL_DATABASES)[type]).toBe('upload-off')
  })

  it('needs access to the database: to all databases, to this one, or as its owner', () => {
    expect(denials(view, open)[type]).toBe('database')
    expect(denials(view, open, ['database_access', '[Other].(id:8)'])[type]).toBe('database')
    expect(denials(view, open, DATABASE)[type]).toBeUndefined()
    expect(denials(view, { ...open, owners: [1] })[type]).toBeUndefined()
  })

  it('needs an allowed schema if the database names schemas', () => {
    expect(denials(view, limited('main'), DATABASE)[type]).toBeUndefined()
    expect(denials(view, limited('staging', 'raw'), DATABASE)[type]).toBe('schema')
  })

  it('requires access to a schema that the database names, and accepts no other schema access', () => {
    const target = (database: UploadDatabase, schema: string) =>
      uploadDenial(user(form(view), SCHEMA), { type, database, schema })
    expect(target(limited('staging'), 'staging')).toBeUndefined()
    expect(target(open, 'staging')).toBe('database')
    expect(target(limited('main'), 'main')).toBe('database')
    expect(target(limited('main'), 'staging')).toBe('database')
  })
})

it.each([
  [null, []],
  ['', []],
  ['[]', []],
  ['{"schemas_allowed_for_file_upload":["a",1,"b"]}', ['a', 'b']],
  ['{"schemas_allowed_for_csv_upload":["c"]}', ['c']],
  ['{"schemas_allowed_for_file_upload":"a"}', []],
])('reads the schemas of the settings %j', (extra, schemas) => {
  expect(uploadSchemasOf({ extra })).toEqual(schemas)
})
