import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkCommit } from './delta-log.ts'
import { lakeVersion, listLake } from './lake-tables.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-lake-')))
  mkdirSync(join(root, 'home/databases'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(...files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), '')
  }
}

const list = (path: string) => {
  const access = { directory: join(root, 'home/databases'), dataDirectories: [root] }
  return listLake({ type: 'lake', path: join(root, path), access })
}
const filesOf = (path: string) => list(path)[0]?.files.map(({ name }) => name)
const problemOf = (path: string) => list(path)[0]?.problem
const commit = (number: number) => `d/t/_delta_log/${String(number).padStart(20, '0')}.json`
const checkpoint = (number: number, part = '') =>
  `d/t/_delta_log/${String(number).padStart(20, '0')}.checkpoint.${part}parquet`

it('lists the folders that are tables, with their formats', () => {
  write('d/a/_delta_log/00000000000000000000.json', 'd/b/metadata/v1.metadata.json', 'd/c/x.parquet', 'd/x.csv')
  write('d/_e/_delta_log/00000000000000000000.json', 'd/.f/metadata/v1.metadata.json')
  symlinkSync(join(root, 'd/a'), join(root, 'd/linked'))
  const found = list('d').map(({ name, format }) => [name, format])
  expect(found).toEqual([
    ['a', 'Delta Lake'],
    ['b', 'Apache Iceberg'],
  ])
  expect(list('d/b').map(({ name }) => name)).toEqual(['b'])
  expect(() => list('d/c')).toThrow(expect.objectContaining({ code: 'lake-tables-missing' }))
})

it('reads the log of a Delta table from its last complete checkpoint on', () => {
  write(...[0, 1, 2, 3].map(commit), 'd/t/a.parquet', 'd/t/k=1/b.parquet', 'd/t/_change_data/c.parquet')
  write(checkpoint(1), checkpoint(2, '0000000001.0000000002.'), 'd/t/_delta_log/_last_checkpoint')
  expect(filesOf('d/t')).toEqual([
    '_delta_log/00000000000000000001.checkpoint.parquet',
    '_delta_log/00000000000000000001.json',
    '_delta_log/00000000000000000002.json',
    '_delta_log/00000000000000000003.json',
    'a.parquet',
    'k=1/b.parquet',
  ])
  write(checkpoint(2, '0000000002.0000000002.'))
  expect(filesOf('d/t')?.slice(0, 4)).toEqual([
    '_delta_log/00000000000000000002.checkpoint.0000000001.0000000002.parquet',
    '_delta_log/00000000000000000002.checkpoint.0000000002.0000000002.parquet',
    '_delta_log/00000000000000000002.json',
    '_delta_log/00000000000000000003.json',
  ])
})

const unreadable = (format: string, reason: string) =>
  expect.objectContaining({ code: 'lake-table-unreadable', args: ['t', format, reason] })

it('rejects Delta tables whose log has gaps or V2 checkpoints', () => {
  write(commit(1))
  expect(problemOf('d/t')).toEqual(unreadable('Delta Lake', 'versions are missing in its log'))
  write('d/t/_delta_log/00000000000000000000.checkpoint.5f0e6a2e-0000-4000-8000-000000000000.parquet')
  expect(problemOf('d/t')).toEqual(unreadable('Delta Lake', 'it has V2 checkpoints'))
})

it('reads the metadata of Apache Iceberg with the highest number, and no other', () => {
  write('d/t/metadata/00002-a.metadata.json', 'd/t/metadata/00010-b.metadata.json', 'd/t/metadata/snap-1.avro')
  write('d/t/data/x.parquet')
  expect(filesOf('d/t')).toEqual(['data/x.parquet', 'metadata/00010-b.metadata.json', 'metadata/snap-1.avro'])
  write('d/t/metadata/v10.gz.metadata.json')
  expect(problemOf('d/t')).toEqual(unreadable('Apache Iceberg', 'several metadata files have the highest number'))
  write('d/t/metadata/v11.metadata.json')
  expect(filesOf('d/t')).toContain('metadata/v11.metadata.json')
})

it('the version changes after a commit', () => {
  write(commit(0))
  const before = lakeVersion(list('d'))
  expect(lakeVersion(list('d'))).toBe(before)
  write(commit(1))
  expect(lakeVersion(list('d'))).not.toBe(before)
})

const added = (path: unknown, deletionVector: object | null = null) =>
  JSON.stringify({ add: { path, deletionVector, size: 1 } })
const vector = (storageType: string, pathOrInlineDv: string) => ({ storageType, pathOrInlineDv })

it('prints commits whose files are below the folder, each name once', () => {
  const line = '{"add":{"path":"/etc/passwd","path":"k=a%20b/x.parquet"},"size":1}\n\n'
  expect(checkCommit(line, 't')).toBe('{"add":{"path":"k=a%20b/x.parquet"},"size":1}\n')
  for (const given of [vector('i', 'anything'), vector('u', `ab${'0'.repeat(20)}`)])
    expect(checkCommit(added('x.parquet', given), 't')).toContain('x.parquet')
})

it.each([
  [added('/etc/passwd')],
  [added('file:///etc/passwd')],
  [added('s3://bucket/x')],
  [added('a/../../x')],
  [added('a/%2E%2e/x')],
  [added(null)],
  [added('x', vector('p', 'file:///x'))],
  [added('x', vector('u', `../${'0'.repeat(20)}`))],
  [added('x', vector('u', 'short'))],
])('rejects the commit %s', (text) => {
  expect(() => checkCommit(text, 't')).toThrow(expect.objectContaining({ code: 'lake-file-outside', args: ['t'] }))
})

it.each([['{'], ['1'], ['{"sidecar":{"path":"x"}}']])('the commit %s is rejected', (text) => {
  expect(() => checkCommit(text, 't')).toThrow(expect.objectContaining({ code: 'lake-table-unreadable' }))
})
