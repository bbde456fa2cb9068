import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bundleProblems } from './start/bundle-problems.mjs'

/** @type {string} */
let root

beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'facet bundle '))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const PARTS = { optional: ['speedup'], harmless: { known: 'it needs none of them' }, defaultOnly: ['whole'] }

/**
 * Returns the faults of a bundle of `main.ts` with these files; packages are named by their folder.
 * @param {Record<string, string>} files
 * @param {string[]} [external]
 */
async function faultsOf(files, external = []) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const outdir = join(root, 'dist')
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['main.ts', ...(files['a-worker.ts'] ? ['a-worker.ts'] : [])],
    outdir,
    external,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    metafile: true,
    logLevel: 'silent',
  })
  return bundleProblems({ root, outdir, metafile }, PARTS)
}

it('reports a package that loads its files, unless it is external or has them all', async () => {
  const files = {
    'main.ts': "import 'native'\nimport 'known'\n",
    'node_modules/native/index.js': "module.exports = __dirname + '/code.wasm'\n",
    'node_modules/known/index.js': 'module.exports = __dirname\n',
  }
  expect(await faultsOf(files)).toEqual([
    'native loads files of its own (node_modules/native/index.js), which a bundle does not have',
  ])
  expect(await faultsOf(files, ['native'])).toEqual([])
})

it('reports CommonJS imported on demand, unless only its default is used', async () => {
  const files = {
    'main.ts':
      "export const a = (await import('named')).parse\nexport const { default: b } = await import('whole')\nawait import('./c.ts')\n",
    'c.ts': 'export const c = 1\n',
    'node_modules/named/index.js': 'exports.parse = () => 1\n',
    'node_modules/whole/index.js': 'module.exports = 1\n',
  }
  expect(await faultsOf(files)).toEqual([
    'named is CommonJS imported on demand (main.ts): a bundle keeps only its default',
  ])
})

it('a package outside that is not installed, or lacks a name that is imported, is named', async () => {
  const files = {
    'main.ts':
      "import all, { one, two as second } from 'outside'\nimport { gone } from 'absent'\ntry { require('speedup') } catch {}\nconsole.log(all, one, second, gone)\n",
    'node_modules/outside/index.mjs': 'export default 1\nexport const one = 1\n',
    'node_modules/outside/package.json': '{ "main": "index.mjs" }',
  }
  const [missing, absent, ...others] = await faultsOf(files, ['outside', 'absent', 'speedup'])
  expect(missing).toBe('outside exports no two')
  expect(absent).toMatch(/^absent cannot be loaded: Cannot find module 'absent'/)
  expect(others).toEqual([])
})

it('reports threads, child processes and files next to the bundle', async () => {
  const files = {
    'main.ts': `import { createRequire } from 'node:module'
const open = (name: string) => name
open('a-worker')
open('./b-worker.js')
open('c-child')
createRequire(import.meta.url).resolve('pack/table.wasm')
createRequire(import.meta.url).resolve('pack/there.wasm')
export const data = new URL('./words.txt', import.meta.url)
`,
    'a-worker.ts': 'export const a = 1\n',
    'node_modules/pack/there.wasm': '',
  }
  expect(await faultsOf(files)).toEqual([
    'b-worker.js is missing (main.ts)',
    'c-child.js is missing (main.ts)',
    './words.txt is missing (main.ts)',
    'pack/table.wasm is missing (main.ts)',
  ])
})

it('reports a package that only the tests install', async () => {
  const files = {
    'package-lock.json': JSON.stringify({
      packages: {
        'node_modules/@test/tool': { dev: true },
        'node_modules/needed': {},
        'node_modules/unused': { dev: true },
      },
    }),
    'main.ts': "import '@test/tool'\nimport 'needed'\n",
    'node_modules/@test/tool/index.js': 'module.exports = 1\n',
    'node_modules/needed/index.js': 'module.exports = 1\n',
  }
  expect(await faultsOf(files)).toEqual(['@test/tool is a package of the tests, which a start does not install'])
})
