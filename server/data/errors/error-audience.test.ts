import { expect, it } from 'vitest'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Store } from '#server/store/store.ts'
import { errorForAudience } from './error-audience.ts'

const user = { userId: 2, roles: {}, permissions: {} } as unknown as CurrentUser
const database = {
  id: 1,
  database_name: 'shops',
  backend: 'duckdb',
  sqlalchemy_uri: 'duckdb:///shops.duckdb',
  owners: [] as readonly number[],
} as Database
const withRules = (rows: readonly object[]): Store =>
  ({
    rowRules: { list: async () => ({ rows }) },
    columnMasks: { ofDataset: async () => [], ofDatabase: async () => [] },
    createdTables: { ofDatabase: async () => [] },
    datasets: { ofDatabase: async () => [{ id: 5, sql: null, schema: null, table_name: 't' }] },
  }) as unknown as Store
const store = withRules([])
const failed = (reason: string, names: readonly string[] = []) =>
  new ApiError('query-failed', {
    args: ["the secret 'Ada' is no number"],
    extra: { reason, names, engine_name: 'DuckDB', detail: 'Ada' },
    sql: 'SELECT x FROM t',
  })

it.each([
  ['column-missing', ['x'], new ApiError('column-missing', { args: ['x'] }).message],
  ['table-missing', ['t'], new ApiError('table-missing', { args: ['t'] }).message],
  ['schema-missing', ['s'], new ApiError('schema-missing', { args: ['s'] }).message],
  ['query-timeout', ['30'], new ApiError('query-timeout', { args: ['30'] }).message],
  ['result-too-large', ['9'], new ApiError('result-too-large', { args: ['9'] }).message],
  ['value-wrong', ['Ada'], 'the database could not evaluate this'],
])('the error for %s has the names of the query and its SQL, but no values of rows', async (reason, names, message) => {
  const reported = (await errorForAudience(failed(reason, names), { user, database }, store)) as ApiError
  expect(reported.args).toEqual([message])
  expect(reported.sql).toBe('SELECT x FROM t')
  expect(JSON.stringify([reported.message, reported.extra])).not.toContain('Ada')
  expect(reported.extra).toMatchObject({ reason, engine_name: 'DuckDB' })
  expect(reported.extra).not.toHaveProperty('detail')
})

it('hides the statement from users with row-level security, because it names all columns', async () => {
  const rule = { filter_type: 'Regular', clause: "a = 'b'", tables: [5], roles: [7], group_key: null }
  const narrowed = { ...user, roles: { reader: [] }, roleIds: [7] } as unknown as CurrentUser
  const reported = (await errorForAudience(
    failed('column-missing', ['x']),
    { user: narrowed, database },
    withRules([rule]),
  )) as ApiError
  expect(reported.args).toEqual([new ApiError('column-missing', { args: ['x'] }).message])
  expect(reported.sql).toBeUndefined()
})

it('hides the values and the statement from users to whom a rule applies in a joined database', async () => {
  const uri = 'federation:///?attached=shop:9'
  const joined = { ...database, backend: 'federation', sqlalchemy_uri: uri }
  const roles = { reader: [['all_database_access', 'all_database_access']] }
  const reader = { ...user, roles, roleIds: [7] } as unknown as CurrentUser
  const rule = { filter_type: 'Regular', clause: "a = 'b'", tables: [5], roles: [7], group_key: null }
  const storeOf = (rows: readonly object[]) => {
    const list = async ({ where }: { readonly where: { readonly where: { readonly value: number } } }) => ({
      rows: where.where.value === 9 ? rows : [],
    })
    const databases = { get: async (id: number) => ({ ...database, id }) }
    return { ...withRules([]), rowRules: { list }, databases } as unknown as Store
  }
  const error = failed('value-wrong', ['Ada'])
  expect(await errorForAudience(error, { user: reader, database: joined }, storeOf([]))).toBe(error)
  const reported = (await errorForAudience(error, { user: reader, database: joined }, storeOf([rule]))) as ApiError
  expect(reported.args).toEqual(['the database could not evaluate this'])
  expect(reported.sql).toBeUndefined()
})

it('returns other errors and values that are no errors unchanged', async () => {
  for (const error of [new ApiError('query-empty'), new Error('odd'), 'text'])
    expect(await errorForAudience(error, { user, database }, store)).toBe(error)
})
