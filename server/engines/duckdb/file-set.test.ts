import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { replaceBuiltin } from '#testing/replace-builtin.ts'
import { FileReader } from './file-reader.ts'
import { FileSet } from './file-set.ts'
import { MAX_CSV_FILES } from './file-tables.ts'
import { open } from './open-database.ts'
import { TableViews } from './table-views.ts'

const { openSync, fstatSync } = fs

/** The superuser, as which tests may run, opens every file. */
const restore = replaceBuiltin(fs, {
  openSync: (path, ...rest) => {
    if (String(path).endsWith('denied.csv')) throw Object.assign(new Error('denied'), { code: 'EACCES' })
    return openSync(path, ...rest)
  },
})
afterAll(restore)

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

const access = () => ({ directory: join(root, 'home/databases'), dataDirectories: [join(root, 'data')] })
const openSet = () => new FileSet({ path: join(root, 'data'), access: access() }, join(root, 'scratch'))
const SIGNAL = new AbortController().signal

async function count(table: string): Promise<unknown> {
  const set = openSet()
  const scratch = join(root, 'scratch')
  const reader = new FileReader(await open({ file: '', scratch, write: false, paths: set.paths }), set)
  const text = `SELECT SUM(v) AS v, SUM(n) AS n FROM ${table}`
  const query = { text, params: [], layout: 'rows' as const, labels: ['v', 'n'], maxRows: 10 }
  try {
    const { data } = await reader.bytes(query, SIGNAL)
    return JSON.parse(Buffer.from(data).toString())
  } catch (error) {
    return set.explain(error)
  } finally {
    reader.close()
  }
}

it('the file set includes a file that the server may not open, and reports its error', async () => {
  expect(await count('whole')).toEqual([{ v: 2, n: 2 }])
  expect(await count('part')).toMatchObject({ code: 'data-file-unreadable', args: ['denied.csv'] })
})

it('rejects only the table whose folder name is too long when it is encoded', async () => {
  const folder = join(root, 'data/long', `n=${'é'.repeat(100)}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'a.csv'), 'v\n1\n')
  expect(await count('long')).toMatchObject({ code: 'data-file-unreadable', args: ['a.csv'] })
  expect(await count('whole')).toEqual([{ v: 2, n: 2 }])
})

it('rejects a table of too many CSV files, and no other', () => {
  mkdirSync(join(root, 'data/many'))
  for (let index = 0; index <= MAX_CSV_FILES; index++) writeFileSync(join(root, `data/many/${index}.csv`), 'v\n1\n')
  const set = openSet()
  const many = expect.objectContaining({ code: 'data-files-many', args: ['many', MAX_CSV_FILES, 'CSV files'] })
  expect(() => set.view('many')).toThrow(many)
  expect(set.view('whole')?.key).toBe('whole')
  set.close()
})

it('creates the view of a table while another view is created, and stops waiting when aborted', async () => {
  writeFileSync(join(root, 'data/fast.csv'), 'v\n1\n')
  const set = openSet()
  const opened = await open({ file: '', scratch: join(root, 'scratch'), write: false, paths: set.paths })
  let release = (): void => {}
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  let connect = () => blocked.then(() => opened.connect())
  const views = new TableViews(() => connect())
  const create = async (name: string, signal: AbortSignal) => {
    const view = set.view(name)
    await views.create(view?.key ?? '', async (connection) => (view ? [await view.statement(connection)] : []), signal)
  }
  const slow = create('whole', SIGNAL)
  connect = () => opened.connect()
  await create('fast', SIGNAL)
  const waiting = new AbortController()
  const second = create('WHOLE', waiting.signal)
  waiting.abort(new Error('stopped'))
  await expect(second).rejects.toThrow('stopped')
  connect = () => Promise.reject(new Error('The view is created again'))
  const third = create('whole', SIGNAL)
  release()
  await Promise.all([slow, third])
  opened.close()
  set.close()
})

it('closes the opened files if one cannot be checked', () => {
  let checks = 0
  const restoreFstat = replaceBuiltin(fs, {
    fstatSync: ((...given: Parameters<typeof fstatSync>) => {
      if (++checks === 2) throw new Error('failed')
      return fstatSync(...given)
    }) as typeof fstatSync,
  })
  try {
    expect(openSet).toThrow('failed')
  } finally {
    restoreFstat()
  }
  const opened = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`)
    } catch {
      return ''
    }
  })
  expect(opened.filter((path) => path.startsWith(root))).toEqual([])
})

it('folders above the scratch folder are no partitions, and their names are no patterns', async () => {
  const scratch = join(root, 'stage=test/[ab]*')
  mkdirSync(scratch, { recursive: true })
  const set = new FileSet({ path: join(root, 'data'), access: access() }, scratch)
  const reader = new FileReader(await open({ file: '', scratch, write: false, paths: set.paths }), set)
  const columns = await reader.columns('main', 'whole', SIGNAL)
  reader.close()
  expect(columns.map(({ name }) => name)).toEqual(['v', 'n'])
})
