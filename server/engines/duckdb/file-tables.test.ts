import fs, { type Dir, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replaceBuiltin } from '#testing/replace-builtin.ts'
import { type FileSource, fileTables, listFiles, MAX_DATA_FILES, MAX_DATA_TABLES, versionOf } from './file-tables.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-files-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const sourceOf = (path: string): FileSource => ({
  path: join(root, path),
  access: { directory: '/nosuch/databases', dataDirectories: [root] },
})

function tables(path: string): Readonly<Record<string, readonly string[]>> {
  const files = listFiles(sourceOf(path))
  const found = [...fileTables(path, files).values()]
  return Object.fromEntries(found.map(({ name, files: own }) => [name, own.map((index) => files[index]?.name ?? '')]))
}

const ambiguousTables = (path: string): readonly string[] => {
  const files = listFiles(sourceOf(path))
  return [...fileTables(path, files).values()]
    .filter(({ isAmbiguous }) => isAmbiguous)
    .map(({ name }) => name.toLowerCase())
}

function write(...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), '')
  }
}

it('names tables by file, folder and partition', () => {
  write('d/a.csv', 'd/B.PARQUET', 'd/logs/x.json', 'd/logs/deep/y.ndjson.gz', 'd/k=1/z.parquet', 'd/c.xlsx', 'd/_x.csv')
  expect(tables('d')).toEqual({
    a: ['a.csv'],
    B: ['B.PARQUET'],
    logs: ['logs/deep/y.ndjson.gz', 'logs/x.json'],
    d: ['k=1/z.parquet'],
  })
})

it.each([
  ['formats', 'd/a.json'],
  ['compressions', 'd/a.csv.gz'],
  ['cases', 'd/A.csv'],
  ['a file and a folder', 'd/a/1.csv'],
])('renames no table by a further file of its name: %s', (_, further) => {
  write('d/a.csv', 'd/b.csv')
  expect(ambiguousTables('d')).toEqual([])
  write(further)
  expect(ambiguousTables('d')).toEqual(['a'])
  expect(Object.keys(tables('d')).map((name) => name.toLowerCase())).toEqual(['a', 'b'])
})

it('marks a folder with several formats as ambiguous', () => {
  write('d/a/1.csv', 'd/a/2.json', 'd/b.csv')
  expect(ambiguousTables('d')).toEqual(['a'])
})

const formatOf = (path: string, table: string) => fileTables(path, listFiles(sourceOf(path))).get(table)?.tableFormat

const FORMATS = [
  ['Delta Lake', '_delta_log/00000000000000000000.json'],
  ['Apache Iceberg', 'metadata/00001-5f.metadata.json'],
  ['Apache Iceberg', 'metadata/v2.metadata.json.gz'],
  ['Apache Iceberg', 'metadata/version-hint.text'],
  ['Apache Hudi', '.hoodie/hoodie.properties'],
  ['Apache Hudi', 'k=1/.hoodie_partition_metadata'],
] as const

it.each(FORMATS)('finds a table in the format %s by %s, and no format of the folders next to it', (format, marker) => {
  write('d/a/k=1/x.parquet', 'd/b/x.parquet', 'd/b/metadata/notes.json', 'd/c.csv', `d/a/${marker}`)
  expect(formatOf('d', 'a')).toBe(format)
  expect([formatOf('d', 'b'), formatOf('d', 'c')]).toEqual([undefined, undefined])
  expect(formatOf('d/**/*.parquet', 'd')).toBe(format)
  expect(formatOf('d/b', 'x')).toBeUndefined()
})

it.each(FORMATS)('rejects a source in a table in the format %s by %s', (format, marker) => {
  write('d/a/k=1/x.parquet', `d/a/${marker}`)
  const paths = ['d/a', 'd/a/*/*.parquet', 'd/a/k=1', 'd/a/k=1/x.parquet']
  // Apache Hudi marks partitions too.
  for (const path of marker.startsWith('k=1') ? paths.slice(2) : paths)
    expect(() => tables(path)).toThrow(
      expect.objectContaining({ code: 'data-files-format', args: [join(root, path), format] }),
    )
})

it('finds the format of the table that a link refers to', () => {
  write('lake/a/x.parquet', 'lake/a/_delta_log/0.json', 'lake/b.parquet', 'd/e/y.parquet')
  symlinkSync('../../lake/a/x.parquet', join(root, 'd/e/x.parquet'))
  symlinkSync('../lake/b.parquet', join(root, 'd/b.parquet'))
  expect([formatOf('d', 'e'), formatOf('d', 'b')]).toEqual(['Delta Lake', undefined])
  expect(() => tables('d/e/x.parquet')).toThrow(expect.objectContaining({ code: 'data-files-format' }))
})

it('reads another version of the files if a folder gets a format', () => {
  write('d/a/x.parquet')
  const before = versionOf(listFiles(sourceOf('d')))
  write('d/a/_delta_log/0.json')
  expect(versionOf(listFiles(sourceOf('d')))).not.toBe(before)
})

it('reports files that cannot be examined, and ignores links that lead nowhere', () => {
  write('d/a.csv')
  symlinkSync('nosuch.csv', join(root, 'd/b.csv'))
  symlinkSync('c.csv', join(root, 'd/c.csv'))
  expect(tables('d')).toEqual({ a: ['a.csv'] })
  writeFileSync(Buffer.concat([Buffer.from(join(root, 'd/x')), Buffer.from([0xff]), Buffer.from('.csv')]), '')
  expect(() => tables('d')).toThrow(expect.objectContaining({ code: 'data-file-unreadable', args: ['x\uFFFD.csv'] }))
})

it('stops to read a folder at the limit of entries', () => {
  write('d/a.csv')
  let reads = 0
  const endless = {
    readSync: () => {
      if (++reads > 200_000) throw new Error('The folder is read completely')
      return { name: `${reads}.txt`, isDirectory: () => false }
    },
    closeSync: () => {},
  } as unknown as Dir
  const restore = replaceBuiltin(fs, { opendirSync: () => endless })
  try {
    expect(() => tables('d')).toThrow(expect.objectContaining({ code: 'data-files-many' }))
  } finally {
    restore()
  }
  expect(reads).toBe(100_001)
})

it.each([
  ['d/*.csv', ['a.csv', 'b.csv']],
  ['d/?.csv', ['a.csv', 'b.csv']],
  ['d/**/*.csv', ['a.csv', 'b.csv', 'x/c.csv', 'x/y/d.csv']],
  ['d/*/*.csv', ['x/c.csv']],
  ['d/**/y/*', ['x/y/d.csv']],
  ['d/**/**/d.c*v', ['x/y/d.csv']],
  ['d/**', ['a.csv', 'b.csv', 'x/c.csv', 'x/y/d.csv']],
])('matches %s', (pattern, names) => {
  write('d/a.csv', 'd/b.csv', 'd/x/c.csv', 'd/x/y/d.csv')
  expect(tables(pattern)).toEqual({ d: names })
})

it('matches a long pattern in short time', () => {
  write(`d/${'a'.repeat(200)}.csv`)
  const before = performance.now()
  expect(() => tables(`d/${'*a'.repeat(100)}b.csv`)).toThrow(expect.objectContaining({ code: 'data-files-missing' }))
  expect(performance.now() - before).toBeLessThan(1000)
})

it('limits files, tables and depth', () => {
  const listed = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      path: `/${index}.csv`,
      name: `${index}.csv`,
      format: 'csv' as const,
      compression: '',
      table: `t${index}`,
      group: String(index),
      partitions: [],
      version: '',
      tableFormat: undefined,
    }))
  expect(fileTables('d', listed(MAX_DATA_TABLES)).size).toBe(MAX_DATA_TABLES)
  const many = expect.objectContaining({ code: 'data-files-many' })
  expect(() => fileTables('d', listed(MAX_DATA_TABLES + 1))).toThrow(many)
  write(`d/${'x/'.repeat(16)}a.csv`)
  expect(() => tables('d')).toThrow(many)
  for (let index = 0; index <= MAX_DATA_FILES; index++) writeFileSync(join(root, `d/${index}.csv`), '')
  expect(() => tables('d/*.csv')).toThrow(many)
})
