import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdb } from './index.ts'
import { type OpenedDatabase, open } from './open-database.ts'
import { writeDuckDB } from '#testing/duckdb-file.ts'

let folder: string
let opened: OpenedDatabase

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-lock-'))
  writeFileSync(join(folder, 'secret.csv'), 'a\n1\n')
  await writeDuckDB(folder, 'locked.db', ['CREATE TABLE numbers AS SELECT 1 AS n'])
  opened = await open({ file: join(folder, 'locked.db'), scratch: join(folder, 'scratch'), write: false })
})

afterAll(() => {
  opened.close()
  rmSync(folder, { recursive: true, force: true })
})

async function failure(text: string): Promise<string> {
  const connection = await opened.connect()
  try {
    await connection.run(text)
    return 'it ran'
  } catch (error) {
    return (error as Error).message
  } finally {
    connection.closeSync()
  }
}

it('reads no file, not even in the folder of the database', async () => {
  const file = join(folder, 'secret.csv')
  for (const text of [
    `SELECT * FROM read_csv('${file}')`,
    `SELECT * FROM '${file}'`,
    `SELECT * FROM read_text('/etc/passwd')`,
    `SELECT * FROM glob('/*')`,
    `SELECT * FROM sniff_csv('${file}')`,
    `SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')`,
  ]) {
    expect([text, await failure(text)]).toEqual([
      text,
      expect.stringMatching(/Permission Error|file system operations/),
    ])
  }
})

it('rejects all writes: no export, no other database, not its file', async () => {
  for (const text of [
    `COPY (SELECT 1) TO '${join(folder, 'out.csv')}'`,
    `ATTACH '${join(folder, 'other.db')}'`,
    `EXPORT DATABASE '${join(folder, 'out')}'`,
    'CREATE TABLE mine AS SELECT 1',
    'INSERT INTO numbers VALUES (2)',
    'DROP TABLE numbers',
  ]) {
    expect([text, await failure(text)]).toEqual([text, expect.stringMatching(/Permission Error|read-only mode/)])
  }
  expect([existsSync(join(folder, 'out.csv')), existsSync(join(folder, 'other.db'))]).toEqual([false, false])
})

it('loads no extension and changes no setting', async () => {
  expect(await failure('INSTALL httpfs')).toMatch(/Permission Error/)
  for (const text of [
    "SET memory_limit='1GB'",
    'SET threads=1',
    'SET enable_external_access=true',
    'SET lock_configuration=false',
    'RESET lock_configuration',
    "SET TimeZone='Europe/Berlin'",
  ]) {
    expect([text, await failure(text)]).toEqual([text, expect.stringMatching(/locked/)])
  }
})

it('opens no file outside the data directory', async () => {
  for (const file of ['../other.db', '/etc/other.db', '', '.']) {
    await expect(duckdb.connect({ file }, { directory: folder })).rejects.toMatchObject({ code: 'uri-wrong' })
  }
})

it('waits for another process that is writing', async () => {
  const file = join(folder, 'shared.db')
  const program = `
    const { DuckDBInstance } = require('@duckdb/node-api')
    DuckDBInstance.create(${JSON.stringify(file)}).then(async (instance) => {
      const connection = await instance.connect()
      await connection.run('CREATE TABLE written AS SELECT 42 AS n')
      console.log('holding')
      setTimeout(() => { instance.closeSync(); process.exit(0) }, 400)
    })`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const connection = await duckdb.connect({ file: 'shared.db' }, { directory: folder })
  expect(await connection.columns('main', 'written')).toMatchObject([{ name: 'n' }])
  await connection.close()
})
