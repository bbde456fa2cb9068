import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkVersions } from './check/versions.mjs'
import { completeLock, missingDependencies, platformOf } from './lock/complete-lock.mjs'
import { install, isInstalled } from './start/install.mjs'
import { readLock } from './start/versions.mjs'
import { root as project } from '#testing/tree.ts'

/** @type {string} */
let root

const MANIFEST = { dependencies: { one: '1.0.0' }, devDependencies: { tool: '2.0.0' } }
const LOCK = {
  packages: {
    '': MANIFEST,
    'node_modules/one': { version: '1.0.0', dependencies: { deep: '^3.0.0' } },
    'node_modules/deep': { version: '3.1.0' },
    'node_modules/tool': { version: '2.0.0', dev: true },
    'node_modules/fast-darwin-arm64': { version: '1.0.0', optional: true },
  },
}

/** A simulated npm: packages arrive one by one, and its list last. */
const NPM = `
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
const lock = ${JSON.stringify(LOCK)}
if (process.env['NPM_FAILS']) {
  console.error('npm error network request to the registry failed')
  process.exit(1)
}
if (process.env['NPM_STALE'] && process.argv.includes('--prefer-offline')) {
  console.error('npm error code ETARGET')
  process.exit(1)
}
const wanted = process.argv.includes('--omit=dev') ? ['one', 'deep'] : ['one', 'deep', 'tool']
for (const name of wanted) {
  mkdirSync('node_modules/' + name, { recursive: true })
  writeFileSync('node_modules/' + name + '/package.json', '{}')
  while (process.env['NPM_WAITS'] && !existsSync('told')) await new Promise((resolve) => setTimeout(resolve, 5))
}
const packages = Object.fromEntries(wanted.map((name) => ['node_modules/' + name, lock.packages['node_modules/' + name]]))
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
writeFileSync('asked.json', JSON.stringify(process.argv.slice(2)))
`

/** @param {string} path @param {unknown} value */
function put(path, value) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), typeof value === 'string' ? value : JSON.stringify(value))
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'facet install '))
  put('package.json', { type: 'module', ...MANIFEST })
  put('package-lock.json', LOCK)
  put('npm-cli.js', NPM)
  vi.stubEnv('npm_execpath', join(root, 'npm-cli.js'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

it('installs the locked versions, writes no other, and reports its progress', async () => {
  /** @type {string[]} */
  const lines = []
  expect(isInstalled(root, false)).toBe(false)
  vi.stubEnv('NPM_WAITS', '1')
  const tell = (/** @type {string} */ line) => {
    lines.push(line)
    if (line.startsWith('  1 of 2 ')) put('told', '')
  }
  await install(root, false, tell, 20)
  expect(lines[0]).toBe('Installing 2 packages into node_modules with npm (this happens once) ...')
  expect(lines.find((line) => line.startsWith('  1'))).toMatch(/^  1 of 2 packages are there, \d+ s$/)
  expect(lines.at(-1)).toMatch(/^Installed packages in \d+ s$/)
  const requested = JSON.parse(readFileSync(join(root, 'asked.json'), 'utf8'))
  expect(requested).toEqual(expect.arrayContaining(['install', '--omit=dev', '--no-save', '--package-lock']))
  expect([isInstalled(root, false), isInstalled(root, true)]).toEqual([true, false])
  await install(root, true, () => {})
  expect(isInstalled(root, true)).toBe(true)
})

it('reports an outdated installation when another version is locked or installed', async () => {
  await install(root, true, () => {})
  const lock = structuredClone(LOCK)
  lock.packages['node_modules/deep'].version = '3.2.0'
  put('package-lock.json', lock)
  expect(isInstalled(root, false)).toBe(false)
  rmSync(join(root, 'node_modules/.facet-installed'))
  expect(isInstalled(root, false)).toBe(false)
  put('package-lock.json', LOCK)
  expect(isInstalled(root, false)).toBe(true)
})

it('uses cached descriptions of packages, and reads them again when one lacks a version', async () => {
  await install(root, false, () => {})
  const requested = () => JSON.parse(readFileSync(join(root, 'asked.json'), 'utf8'))
  expect(requested()).toContain('--prefer-offline')
  vi.stubEnv('NPM_STALE', '1')
  await install(root, false, () => {})
  expect(requested()).not.toContain('--prefer-offline')
})

it('prints the output of npm when it fails', async () => {
  vi.stubEnv('NPM_FAILS', '1')
  await expect(install(root, false, () => {})).rejects.toThrow(
    'Packages could not be installed; npm install ended with 1:\nnpm error network request to the registry failed',
  )
  expect(isInstalled(root, false)).toBe(false)
})

it('lists every package whose version is not locked, or differs from the installed one', async () => {
  await install(root, true, () => {})
  expect(checkVersions(root)).toEqual({ ok: true, output: '' })
  put('package.json', { ...MANIFEST, dependencies: { one: '1.0.1', two: '2.0.0' } })
  const { 'node_modules/tool': _, ...others } = LOCK.packages
  const one = { ...LOCK.packages['node_modules/one'], dependencies: { deep: '^3.0.0', lost: '^1.0.0' } }
  const deep = { version: '3.1.1', resolved: 'a registry' }
  put('package-lock.json', { packages: { ...others, 'node_modules/one': one, 'node_modules/deep': deep } })
  expect(checkVersions(root).output.split('\n')).toEqual([
    'one: package.json says 1.0.1, package-lock.json 1.0.0',
    'two: package.json says 2.0.0, package-lock.json nothing',
    'tool 2.0.0, wanted by us, is not locked',
    'lost ^1.0.0, wanted by node_modules/one, is not locked',
    'npm run lock takes up what package.json says',
    'node_modules/deep names a registry',
    'node_modules/deep is 3.1.0, 3.1.1 is locked',
    'node_modules/tool is installed and not locked',
  ])
})

it('npm run lock takes the versions that npm resolves, and completes the lock', () => {
  cpSync(join(project, 'scripts'), join(root, 'scripts'), { recursive: true })
  const packages = {
    '': {},
    'node_modules/fast': { version: '1.0.0', optionalDependencies: { 'fast-sunos-x64': '1.0.0' } },
  }
  put(
    'npm-cli.js',
    `import('node:fs').then(({ writeFileSync }) => {
    writeFileSync('asked.json', JSON.stringify(process.argv.slice(2)))
    writeFileSync('package-lock.json', ${JSON.stringify(JSON.stringify({ packages }))})
  })`,
  )
  execFileSync(process.execPath, ['scripts/lock.mjs'], { cwd: root })
  expect(JSON.parse(readFileSync(join(root, 'asked.json'), 'utf8'))).toContain('--package-lock-only')
  const { packages: held } = readLock(root)
  expect(held['node_modules/fast-sunos-x64']).toEqual({ version: '1.0.0', cpu: ['x64'], optional: true, os: ['sunos'] })
})

it('completes a lock by packages for platforms that the current registry did not list', () => {
  const siblings = { 'fast-linux-x64': '1.0.0', 'fast-linux-x64-musl': '1.0.0', 'fast-win32-arm64-msvc': '1.0.0' }
  const lock = {
    packages: { '': {}, 'node_modules/fast': { version: '1.0.0', dev: true, optionalDependencies: siblings } },
  }
  const completed = completeLock(lock)
  expect(missingDependencies(lock)).toHaveLength(3)
  expect(missingDependencies(completed)).toEqual([])
  expect(completed.packages['node_modules/fast-linux-x64']).toEqual({
    version: '1.0.0',
    cpu: ['x64'],
    dev: true,
    libc: ['glibc'],
    optional: true,
    os: ['linux'],
  })
  expect(completed.packages['node_modules/fast-linux-x64-musl']?.libc).toEqual(['musl'])
  expect(completed.packages['node_modules/fast-win32-arm64-msvc']).toMatchObject({ os: ['win32'], cpu: ['arm64'] })
})

it('reads platforms from names as packages themselves state them', () => {
  const { packages } = readLock(project)
  const stated = Object.entries(packages).filter(([, { os, cpu, integrity }]) => os && cpu && integrity)
  const siblings = Object.keys(packages).map((folder) => folder.replace('node_modules/', ''))
  const wrong = stated.flatMap(([folder, { os, cpu, libc }]) => {
    const read = platformOf(folder.replace('node_modules/', ''), siblings)
    const fits = !read || JSON.stringify([read.os, read.cpu]) === JSON.stringify([os, cpu])
    return fits && (!read?.libc || !libc || read.libc[0] === libc[0]) ? [] : [folder]
  })
  expect(wrong).toEqual([])
  expect(stated.length).toBeGreaterThan(40)
})
