import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { version } from '@duckdb/node-api'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EngineStorage } from '../engine.ts'
import { lakehouse } from './index.ts'

let root: string
let storage: EngineStorage
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-lakehouse-')))
  for (const folder of ['home/databases', 'data', 'extensions']) mkdirSync(join(root, folder), { recursive: true })
  const extensions = join(root, 'extensions')
  storage = { directory: join(root, 'home/databases'), dataDirectories: [join(root, 'data')], extensions }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text = ''): void {
  mkdirSync(dirname(join(root, 'data', file)), { recursive: true })
  writeFileSync(join(root, 'data', file), text)
}

const failure = (path: string, given = storage) =>
  lakehouse.connect({ path: join(root, path) }, given).then(
    () => 'connected',
    (error: unknown) => error,
  )

it('parses and prints its URI', () => {
  expect(lakehouse.parseUri('lakehouse:////srv/my%20lake')).toEqual({ path: '/srv/my lake' })
  expect(lakehouse.printUri({ path: '/srv/50%#?' })).toBe('lakehouse:////srv/50%25%23%3F')
  expect(lakehouse.parseUri('lakehouse:////srv/50%25%23%3F')).toEqual({ path: '/srv/50%#?' })
  expect(lakehouse.parseUri('datafiles:////srv')).toBeUndefined()
})

it.each([
  ['delta', 'sales/_delta_log/00000000000000000000.json', 'delta'],
  ['iceberg', 'orders/metadata/00001-5f.metadata.json', 'avro'],
  ['ducklake', 'lake.ducklake', 'ducklake'],
])('names the missing extension of %s, and the setting', async (_, file, extension) => {
  write(file)
  const path = file.endsWith('.ducklake') ? `data/${file}` : 'data'
  expect(await failure(path)).toMatchObject({ code: 'extension-missing', args: [extension, version()] })
  const unset = { ...storage, extensions: undefined }
  expect(await failure(path, unset)).toMatchObject({ code: 'extensions-unset' })
})

it.each([
  ['a folder without tables', 'data', 'lake-tables-missing'],
  ['a path that does not exist', 'data/nosuch', 'data-file-missing'],
  ['a folder outside of the directories', 'home', 'data-file-outside'],
])('rejects %s', async (_, path, code) => {
  write('plain/a.parquet')
  expect(await failure(path)).toMatchObject({ code })
})

it('rejects a table of Apache Hudi by name', async () => {
  write('trips/.hoodie/hoodie.properties')
  expect(await failure('data/trips')).toMatchObject({ code: 'data-files-format', args: ['trips', 'Apache Hudi'] })
})
