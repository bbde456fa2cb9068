import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeDeltaTable } from '#testing/delta-table.ts'
import { writeParquet } from '#testing/duckdb-file.ts'
import { CopiedBytes } from './lake-folder.ts'
import { LakeSet } from './lake-set.ts'

let root: string
let set: LakeSet | undefined
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-lake-set-')))
  for (const folder of ['home/databases', 'data', 'scratch']) mkdirSync(join(root, folder), { recursive: true })
})
afterEach(() => {
  set?.close()
  set = undefined
  rmSync(root, { recursive: true, force: true })
})

function openSet(): LakeSet {
  const access = { directory: join(root, 'home/databases'), dataDirectories: [root] }
  set = new LakeSet({ type: 'lake', path: join(root, 'data'), access }, join(root, 'scratch'))
  return set
}

/** The total size in bytes of the copies in the folder of the process. */
const copiedSize = () =>
  readdirSync(join(root, 'scratch'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

/** Copies the metadata of a table, as its first use does. */
async function use(table: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection: DuckDBConnection = await instance.connect()
  try {
    await set?.view(table)?.statement(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

it('unpacks metadata of Apache Iceberg only when a table is used', async () => {
  const packed = gzipSync(Buffer.concat([Buffer.from('{}'), Buffer.alloc(8 * 2 ** 20, 32)]))
  for (const table of ['a', 'b']) {
    mkdirSync(join(root, 'data', table, 'metadata'), { recursive: true })
    writeFileSync(join(root, 'data', table, 'metadata/v1.gz.metadata.json'), packed)
  }
  openSet()
  expect(copiedSize()).toBe(0)
  await use('a')
  expect(copiedSize()).toBe(8 * 2 ** 20 + 2)
  await use('a')
  expect(copiedSize()).toBe(8 * 2 ** 20 + 2)
})

it('limits the copies of all tables together, and counts a replaced copy once', () => {
  const copied = new CopiedBytes('lake')
  const half = 256 * 2 ** 20
  copied.add('a', half)
  copied.add('a', half)
  copied.add('b', half)
  const many = { code: 'data-files-many', args: ['lake', 512, expect.stringContaining('MB of metadata')] }
  expect(() => copied.add('c', 1)).toThrow(expect.objectContaining(many))
})

const log = (name: string) => join(root, 'data/t/_delta_log', `00000000000000000000.${name}`)
const PART_1 = 'checkpoint.0000000001.0000000002.parquet'
const PART_2 = 'checkpoint.0000000002.0000000002.parquet'
const addOf = (vector: string) => `{'path': 'a.parquet', 'deletionVector': ${vector}}`
const OUTSIDE = "{'storageType': 'p', 'pathOrInlineDv': 'file:///srv/outside.bin'}"

it.each([
  ['a name in another case in another part', `NULL AS "ADD"`, `${addOf(OUTSIDE)} AS add`, 'lake-table-unreadable'],
  ['a name that the first part lacks', '1 AS other', `${addOf(OUTSIDE)} AS add`, 'lake-file-outside'],
  ['a field in another case', '1 AS other', "{'Path': 'a.parquet'} AS add", 'lake-file-outside'],
  ['files of actions', '1 AS other', "{'path': 'x'} AS sidecar", 'lake-table-unreadable'],
])('a checkpoint with %s is not passed to the engine', async (_, first, second, code) => {
  await writeDeltaTable(join(root, 'data/t'), {})
  await writeParquet(log(PART_1), `SELECT ${first}`)
  await writeParquet(log(PART_2), `SELECT ${second}`)
  openSet()
  await expect(use('t')).rejects.toMatchObject({ code })
  // The extension finds no log.
  expect(copiedSize()).toBe(0)
})
