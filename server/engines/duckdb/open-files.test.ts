import fs, { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeAll, openFiles } from './open-files.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-open-')))
  for (const folder of ['home/databases', 'data', 'outside']) mkdirSync(join(root, folder), { recursive: true })
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(root, { recursive: true, force: true })
})

/** Opens paths. Returns which of them can be read, and the paths that have been opened. */
function open(...paths: readonly string[]) {
  const openSync = vi.spyOn(fs, 'openSync')
  syncBuiltinESMExports()
  const files = paths.map((path) => ({ path }))
  const opened = openFiles(files, { directory: join(root, 'home/databases'), dataDirectories: [join(root, 'data')] })
  closeAll(opened.map(({ descriptor }) => descriptor))
  const readable = opened.filter(({ descriptor }) => descriptor !== undefined).map(({ file }) => file.path)
  return { readable, opened: openSync.mock.calls.map(([path]) => path) }
}

it('opens files in the directories, also through a link', () => {
  const file = join(root, 'data/a.parquet')
  const link = join(root, 'data/link.parquet')
  writeFileSync(file, '')
  symlinkSync(file, link)
  expect(open(file, link, join(root, 'data/none'))).toEqual({ readable: [file, link], opened: [file, file] })
})

it('opens no file outside, no device and no file of the home', () => {
  writeFileSync(join(root, 'outside/a.parquet'), '')
  writeFileSync(join(root, 'home/facet.db'), '')
  symlinkSync('/dev', join(root, 'data/devices'))
  symlinkSync(join(root, 'outside/a.parquet'), join(root, 'data/link.parquet'))
  linkSync(join(root, 'home/facet.db'), join(root, 'data/hard.parquet'))
  const paths = [
    '/dev/null',
    join(root, 'data/devices/null'),
    join(root, 'outside/a.parquet'),
    `${root}/data/../outside/a.parquet`,
    join(root, 'data/link.parquet'),
    join(root, 'data/hard.parquet'),
    join(root, 'home/facet.db'),
    join(root, 'data'),
  ]
  expect(open(...paths)).toEqual({ readable: [], opened: [] })
})
