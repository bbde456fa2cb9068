import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root as project } from '#testing/tree.ts'
import { FileOwnership } from './dataset/file-ownership.ts'
import { loadExamples } from './examples.ts'
import { openStore, type Store } from './store/store.ts'

let root: string
let store: Store

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'facet-examples-'))
  mkdirSync(join(root, 'dist/server'), { recursive: true })
  mkdirSync(join(root, 'scripts/start'), { recursive: true })
  cpSync(join(project, 'scripts/start/parent-watchdog.mjs'), join(root, 'scripts/start/parent-watchdog.mjs'))
  const program = `require('node:fs').appendFileSync(${JSON.stringify(join(root, 'loads'))}, 'loaded ')`
  writeFileSync(join(root, 'dist/server/demo-load.js'), program)
  writeFileSync(join(root, 'loads'), '')
  store = await openStore(
    { file: join(root, 'facet.db') },
    () => 0,
    () => '00000000-0000-4000-8000-000000000001',
  )
})
afterEach(async () => {
  await store.close()
  rmSync(root, { recursive: true, force: true })
})

/** Loads the examples like one start with this setting; returns how often they have been loaded by then. */
async function startWith(examples: boolean | undefined): Promise<number> {
  await (await loadExamples(store, { home: root, examples }, root))?.done
  return readFileSync(join(root, 'loads'), 'utf8').split(' ').length - 1
}

it('the first start loads the examples, and later starts do not', async () => {
  expect([await startWith(undefined), await startWith(undefined), await startWith(true)]).toEqual([1, 1, 1])
})

it('declined examples are loaded only on request', async () => {
  expect([await startWith(false), await startWith(undefined), await startWith(false)]).toEqual([0, 0, 0])
  expect([await startWith(true), await startWith(undefined)]).toEqual([1, 1])
})

it('the next start loads examples whose load has failed', async () => {
  const program = readFileSync(join(root, 'dist/server/demo-load.js'), 'utf8')
  writeFileSync(join(root, 'dist/server/demo-load.js'), 'process.exit(3)')
  expect(await startWith(undefined)).toBe(0)
  writeFileSync(join(root, 'dist/server/demo-load.js'), program)
  expect(await startWith(undefined)).toBe(1)
})

it('reports the progress that the loading process sends, and its end', async () => {
  const end = `process.exit(require('node:fs').existsSync(${JSON.stringify(join(root, 'broken'))}) ? 3 : 0)`
  const program = `process.on('SIGTERM', () => ${end}); setInterval(() => {}, 1000)`
  const progressMessages = `process.send('?'); process.send({ loaded: 3, total: 16 })`
  writeFileSync(join(root, 'dist/server/demo-load.js'), `${program}; ${progressMessages}`)
  writeFileSync(join(root, 'broken'), '')
  const load = async () => {
    const loading = await loadExamples(store, { home: root, examples: undefined }, root)
    if (!loading) throw new Error('no load')
    const states = [loading.state()]
    await expect.poll(() => loading.state().loaded, { timeout: 20_000 }).toBe(3)
    states.push(loading.state())
    loading.stop()
    await loading.done
    return [...states, loading.state()]
  }
  const start = { state: 'loading', loaded: 0, total: 0 }
  const progress = { state: 'loading', loaded: 3, total: 16 }
  expect(await load()).toEqual([start, progress, { ...progress, state: 'failed' }])
  rmSync(join(root, 'broken'))
  expect(await load()).toEqual([start, progress, { ...progress, state: 'none' }])
})

it('of two homes that start on one store, the first loads the examples and owns their file', async () => {
  const first = { id: 'a', name: 'host:/first' }
  const load = (home: typeof first) =>
    loadExamples(store, { home: root, examples: true }, root, new FileOwnership(store, root, home))
  const loading = await load(first)
  expect(await load({ id: 'b', name: 'host:/second' })).toBeUndefined()
  expect(await loading?.done).toBe(true)
  expect(readFileSync(join(root, 'loads'), 'utf8')).toBe('loaded ')
  expect(await store.homeFiles.holder('databases/examples.duckdb')).toEqual(first)
})
