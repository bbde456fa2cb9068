import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dataFile } from './data-file.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-files-')))
  for (const folder of [
    'data',
    'data/deep',
    'data2',
    'outside',
    'data/home',
    'data/home/databases',
    'data/home/cache',
    'data/home/cache/ab',
  ])
    mkdirSync(join(root, folder))
  for (const file of ['data/a.db', 'data/deep/b.db', 'data2/c.db', 'outside/d.db', 'data/home/facet.db'])
    writeFileSync(join(root, file), '')
  symlinkSync(join(root, 'outside/d.db'), join(root, 'data/link.db'))
  symlinkSync(join(root, 'data/a.db'), join(root, 'data/inner.db'))
  symlinkSync(join(root, 'outside'), join(root, 'data/folder'))
  symlinkSync(join(root, 'data'), join(root, 'alias'))
  linkSync(join(root, 'data/home/facet.db'), join(root, 'data/store.db'))
  writeFileSync(join(root, 'data/home/cache/ab/result'), '')
  linkSync(join(root, 'data/home/cache/ab/result'), join(root, 'data/result.db'))
  linkSync(join(root, 'data/a.db'), join(root, 'data/copy.db'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const open = (file: string, directories: readonly string[] = ['data']) =>
  dataFile(
    { file: file === '' || file.startsWith('/') ? file : join(root, file) },
    { directory: join(root, 'data/home/databases'), dataDirectories: directories.map((each) => join(root, each)) },
  )

it('accepts files below the listed directories, without links', () => {
  expect(open('data/a.db')).toBe(join(root, 'data/a.db'))
  expect(open('data/deep/../deep/b.db')).toBe(join(root, 'data/deep/b.db'))
  expect(open('data/inner.db')).toBe(join(root, 'data/a.db'))
  expect(open('data/copy.db')).toBe(join(root, 'data/copy.db'))
  expect(open('alias/a.db', ['alias'])).toBe(join(root, 'data/a.db'))
  expect(open('data/a.db', ['alias', 'nosuch'])).toBe(join(root, 'data/a.db'))
})

it.each([
  ['another directory', 'outside/d.db'],
  ['a directory whose name begins alike', 'data2/c.db'],
  ['a path that leaves the directory', 'data/../outside/d.db'],
  ['a link to another directory', 'data/link.db'],
  ['a linked directory', 'data/folder/d.db'],
  ['the home', 'data/home/facet.db'],
  ['another name of a file of the home', 'data/store.db'],
  ['another name of a file in a folder of the home', 'data/result.db'],
  ['a directory', 'data/deep'],
  ['the listed directory itself', 'data'],
  ['a file that may not exist', 'outside/nosuch.db'],
  ['a file that may not exist in a linked directory', 'data/folder/nosuch/x.db'],
  ['a file that may not exist in the home', 'data/home/nosuch.db'],
  ['no name', ''],
  ['a name with NUL', 'data/a.db\0'],
])('rejects %s', (_, file) => {
  expect(() => open(file)).toThrow(expect.objectContaining({ code: 'data-file-outside' }))
})

it('rejects a relative path in any working directory', () => {
  const storage = { directory: join(root, 'data/home/databases'), dataDirectories: [process.cwd()] }
  expect(() => dataFile({ file: 'package.json' }, storage)).toThrow(
    expect.objectContaining({ code: 'data-file-outside' }),
  )
})

it('names a missing file in a listed directory', () => {
  expect(() => open('data/nosuch.db')).toThrow(expect.objectContaining({ code: 'data-file-missing' }))
})

it('names the setting if no directory is listed', () => {
  expect(() => open('data/a.db', [])).toThrow(expect.objectContaining({ code: 'data-directories-missing' }))
  expect(() => open('data/a.db', [])).toThrow('FACET_DATA_DIRS')
})
