import type * as NodeFs from 'node:fs'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FileReader } from './file-reader.ts'
import { FileSet } from './file-set.ts'
import { open } from './open.ts'

/** The superuser, as which tests may run, opens every file. */
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof NodeFs>()
  const openSync: typeof NodeFs.openSync = (path, ...rest) => {
    if (String(path).endsWith('denied.csv')) throw Object.assign(new Error('denied'), { code: 'EACCES' })
    return fs.openSync(path, ...rest)
  }
  return { ...fs, openSync }
})

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-files-')))
  for (const folder of ['data/part/n=1', 'data/whole/n=1', 'scratch', 'home/databases'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['part/n=1/a.csv', 'part/n=1/denied.csv', 'whole/n=1/a.csv', 'whole/n=1/b.csv'])
    writeFileSync(join(root, 'data', file), 'v\n1\n')
  symlinkSync('loop.csv', join(root, 'data/whole/n=1/loop.csv'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

async function count(table: string): Promise<unknown> {
  const access = { directory: join(root, 'home/databases'), dataDirectories: [join(root, 'data')] }
  const scratch = join(root, 'scratch')
  const set = new FileSet({ path: join(root, 'data'), access }, scratch)
  const reader = new FileReader(await open({ file: '', scratch, write: false, paths: set.paths }), set)
  const text = `SELECT SUM(v) AS v, SUM(n) AS n FROM ${table}`
  const query = { text, params: [], layout: 'rows' as const, labels: ['v', 'n'], maxRows: 10 }
  try {
    const { data } = await reader.bytes(query, new AbortController().signal)
    return JSON.parse(Buffer.from(data).toString())
  } catch (error) {
    return set.explain(error)
  } finally {
    reader.close()
  }
}

it('does not leave out a file that the server may not open', async () => {
  expect(await count('whole')).toEqual([{ v: 2, n: 2 }])
  expect(await count('part')).toMatchObject({ code: 'data-file-unreadable', args: ['part/n=1/denied.csv'] })
})
