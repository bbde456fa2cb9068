import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileTables, listFiles, MAX_DATA_FILES, MAX_DATA_TABLES } from './file-tables.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-files-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function tables(path: string): Readonly<Record<string, readonly string[]>> {
  const source = { path: join(root, path), access: { directory: '/nosuch/databases', dataDirectories: [root] } }
  const files = listFiles(source)
  const found = [...fileTables(path, files).values()]
  return Object.fromEntries(found.map(({ name, files: own }) => [name, own.map((index) => files[index]?.name ?? '')]))
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

it('separates files of one name', () => {
  write('d/a.csv', 'd/A.csv', 'd/a.csv.zst', 'd/a/1.csv', 'd/a/2.json')
  expect(tables('d')).toEqual({
    A_csv: ['A.csv'],
    a_csv_2: ['a/1.csv'],
    a_json: ['a/2.json'],
    a_csv_3: ['a.csv'],
    a_csv_4: ['a.csv.zst'],
  })
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
    }))
  expect(fileTables('d', listed(MAX_DATA_TABLES)).size).toBe(MAX_DATA_TABLES)
  const many = expect.objectContaining({ code: 'data-files-many' })
  expect(() => fileTables('d', listed(MAX_DATA_TABLES + 1))).toThrow(many)
  write(`d/${'x/'.repeat(16)}a.csv`)
  expect(() => tables('d')).toThrow(many)
  for (let index = 0; index <= MAX_DATA_FILES; index++) writeFileSync(join(root, `d/${index}.csv`), '')
  expect(() => tables('d/*.csv')).toThrow(many)
})
