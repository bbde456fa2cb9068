import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { explain } from './explain.ts'

let instance: DuckDBInstance
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:')
})
afterAll(() => instance.closeSync())

/** Runs the statements on one connection and returns the explained error of the last. */
async function errorOf(...statements: readonly string[]) {
  const connection = await instance.connect()
  try {
    for (const statement of statements) await connection.run(statement)
    return undefined
  } catch (error) {
    return explain(error)
  } finally {
    connection.closeSync()
  }
}

it('suggests no system table for an unknown table', async () => {
  for (const [sql, name] of [
    ['SELECT * FROM indexes', 'indexes'],
    ['SELECT * FROM schemata', 'schemata'],
  ] as const)
    expect(await errorOf(sql)).toEqual({
      code: 'table-missing',
      args: [name],
      message: `Catalog Error: Table with name ${name} does not exist!`,
    })
})

it('suggests the tables among system tables, and each of several', async () => {
  expect(await errorOf('CREATE TABLE index_list (a INTEGER)', 'SELECT * FROM indexe')).toEqual({
    code: 'table-missing',
    args: ['indexe'],
    message: 'Catalog Error: Table with name indexe does not exist!\nDid you mean "index_list"?',
    candidates: ['index_list'],
  })
})

it('suggests system tables for a name that begins like one', async () => {
  expect(await errorOf('SELECT * FROM duckdb_tabels')).toMatchObject({ candidates: ['duckdb_tables'] })
})

it('does not split column names with spaces', async () => {
  const statements = ['CREATE TABLE votes ("yes or no" INTEGER)', 'SELECT yes_or_no FROM votes']
  expect(await errorOf(...statements)).toMatchObject({ code: 'column-missing', candidates: ['yes or no'] })
})
