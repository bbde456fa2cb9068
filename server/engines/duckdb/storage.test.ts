import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resultSql } from './result-sql.ts'
import { cellOf } from './cells.ts'
import { type OpenedDatabase, open } from './open-database.ts'
import { writeDuckDB } from '#testing/duckdb-file.ts'

const COUNT = 3000
const MEMORY = 300 * 2 ** 20

let folder: string
let opened: OpenedDatabase

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-storage-'))
  await writeDuckDB(folder, 'kept.db', [
    "CREATE TYPE kind AS ENUM (SELECT 'kind ' || i FROM range(2500) r(i))",
    `CREATE TABLE kinds AS SELECT i AS n, CAST('kind ' || (i % 2500) AS kind) AS kind FROM range(${COUNT}) t(i)`,
  ])
  opened = await open({
    file: join(folder, 'kept.db'),
    scratch: join(folder, 'scratch'),
    memory: MEMORY,
    write: false,
  })
})

afterAll(() => {
  opened.close()
  rmSync(folder, { recursive: true, force: true })
})

async function rows(sql: string): Promise<unknown[][]> {
  const connection = await opened.connect()
  try {
    return (await connection.runAndReadAll(sql)).getRows()
  } finally {
    connection.closeSync()
  }
}

it('stores data in a file of the latest storage version, read-only, and nothing in memory', async () => {
  const databases = await rows(
    "SELECT database_name, readonly, tags['storage_version'] FROM duckdb_databases() WHERE NOT internal ORDER BY 1",
  )
  const [own, memory] = databases
  expect(own?.slice(0, 2)).toEqual(['facet', true])
  // Versions before 1.2 support neither of the fast text encodings.
  expect(Number(/^v1\.(\d+)/.exec(String(own?.[2]))?.[1])).toBeGreaterThanOrEqual(2)
  expect(memory?.[0]).toBe('memory')
  expect(await rows("SELECT table_name FROM duckdb_tables() WHERE database_name = 'memory'")).toEqual([])
})

it('returns a result as one JSON value, with enumerations as text', async () => {
  const inner = 'SELECT n, kind FROM kinds ORDER BY n LIMIT 5000'
  const cells = ['BIGINT', 'ENUM'].map((type) => cellOf(type))
  const sql = resultSql({ inner, cells, labels: ['n', 'kind'], maxRows: 5000, maxBytes: undefined }, 'columns')
  const answer = await rows(sql)
  const value = answer[0]?.find((each) => typeof each === 'object' && each !== null) as { bytes: Uint8Array }
  const [n, kind] = JSON.parse(new TextDecoder().decode(value.bytes)) as [number[], string[]]
  expect([answer.length, n.length]).toEqual([1, COUNT])
  expect([kind[0], kind[2499], kind[2500], kind[2999]]).toEqual(['kind 0', 'kind 2499', 'kind 0', 'kind 499'])
})

it('limits memory and temporary files, disables external access, and locks these settings', async () => {
  const settings = await rows(
    `SELECT name, value FROM duckdb_settings() WHERE name IN ('memory_limit', 'max_temp_directory_size', 'temp_directory',
      'enable_external_access', 'lock_configuration', 'autoinstall_known_extensions', 'autoload_known_extensions',
      'allow_community_extensions') ORDER BY 1`,
  )
  expect(settings).toEqual([
    ['allow_community_extensions', 'false'],
    ['autoinstall_known_extensions', 'false'],
    ['autoload_known_extensions', 'false'],
    ['enable_external_access', 'false'],
    ['lock_configuration', 'true'],
    // 16 GB in units of 1000, reported in units of 1024.
    ['max_temp_directory_size', '14.9 GiB'],
    ['memory_limit', '300.0 MiB'],
    ['temp_directory', join(folder, 'scratch')],
  ])
  await expect(rows("SET memory_limit='900MiB'")).rejects.toThrow(/locked/)
  const extra = join(folder, 'beside.txt')
  writeFileSync(extra, 'a secret')
  await expect(rows(`SELECT * FROM read_text('${extra}')`)).rejects.toThrow(/disabled/)
})

it('reads and changes a file that DuckDB 1.5.6 has written', async () => {
  const file = join(folder, 'later.db')
  writeFileSync(file, gunzipSync(readFileSync(new URL('duckdb-1.5.6.db.gz', import.meta.url))))
  expect(readFileSync(file).subarray(52, 58).toString()).toBe('v1.5.6')
  const scratch = join(folder, 'scratch')
  const changing = await open({ file, scratch, write: true })
  const writer = await changing.connect()
  await writer.run("INSERT INTO orders VALUES (3, 'new', 0.10, DATE '2024-03-01', [NULL], NULL)")
  writer.closeSync()
  changing.close()
  const reading = await open({ file, scratch, write: false })
  const reader = await reading.connect()
  const texts = async (sql: string) => (await reader.runAndReadAll(sql)).getRowsJson()
  expect(await texts('SELECT CAST(COLUMNS(*) AS VARCHAR) FROM orders ORDER BY id')).toEqual([
    ['0', 'text 0', '0.0000', '2024-01-31', '[0, NULL]', '9007199254740993'],
    ['1', 'text 1', '0.2500', '2024-02-01', '[1, NULL]', null],
    ['2', 'text 2', '0.5000', '2024-02-02', '[2, NULL]', '9007199254740995'],
    ['3', 'new', '0.1000', '2024-03-01', '[NULL]', null],
  ])
  expect(await texts('SELECT COUNT(*) FROM labels')).toEqual([['4']])
  reader.closeSync()
  reading.close()
})
